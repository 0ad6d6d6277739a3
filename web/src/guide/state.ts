/** What kind of guide this server has. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import { readKept, writeKept } from "../ui/kept";

const KNOWN = "mwf:guide-known";

/** Whether it runs inside the server; null as long as we do not know. */
export const isEmbedded = signal<boolean | null>(null);

/** Whether this device has shown the notice, and somebody put it away. */
export const isNoticed = signal(readKept(KNOWN) !== "");

export async function loadGuide(): Promise<void> {
  isEmbedded.value ??= (await api.get<{ embedded: boolean }>("/guide")).embedded;
}

export function putNoticeAway(): void {
  writeKept(KNOWN, "yes");
  isNoticed.value = true;
}
