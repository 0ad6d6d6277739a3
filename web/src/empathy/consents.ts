/** The ledger: everything this person has agreed to share, newest first, and taking it back. */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client";
import type { Consent } from "../api/types";
import { me } from "../identity/state";
import { isKey, t } from "../messages";
import { loadSession } from "../session/state";

const PAGE = 50;

export const consents = signal<Consent[] | null>(null);
export const hasMoreConsents = signal(false);

let wanted = PAGE;

export function startConsents(): void {
  const viewer = computed(() => me.value?.id);
  effect(() => {
    viewer.value; // another person on this device finds nothing of the last one
    consents.value = null;
    wanted = PAGE;
  });
}

export async function loadConsents(): Promise<void> {
  const found: Consent[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
    const page: { items: Consent[]; nextCursor: string | null } = await api.get(`/me/consents?${query}`);
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && found.length < wanted);
  consents.value = found;
  hasMoreConsents.value = cursor !== null;
}

export async function loadMoreConsents(): Promise<void> {
  wanted += PAGE;
  await loadConsents();
}

export async function takeBack({ id, sessionId }: Consent): Promise<void> {
  await api.post(`/me/consents/${id}/revoke`);
  // The session may be left already, and then there is nothing to load.
  await Promise.allSettled([loadConsents(), loadSession(sessionId)]);
}

/** How it went comes as one of three answers, and then in words. */
export function consentWords({ targetType, content }: Consent): string {
  if (targetType !== "CHECK_IN") return content;
  const [done, ...felt] = content.split("\n");
  const key = `checkIn.${done}`;
  return [isKey(key) ? t(key as "checkIn.YES") : done, ...felt].join("\n");
}
