/** Where to turn to, by country. Anybody may ask, signed in or not. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import type { Help } from "../api/types";
import { me } from "../identity/state";

export const helpIn = signal<Record<string, Help>>({});

/** What the person said in the settings, else where their browser comes from. */
export function likelyRegion(): string {
  return me.value?.region ?? navigator.languages.map((tag) => new Intl.Locale(tag).region).find(Boolean) ?? "";
}

export async function loadHelp(region: string): Promise<void> {
  const found = await api.get<Help>(`/help?${new URLSearchParams(region && { region })}`);
  helpIn.value = { ...helpIn.value, [region]: found };
}
