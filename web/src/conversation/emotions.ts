/** How strong it is right now, and the gentle offer of a break when it is a lot. The offer waits until it is taken or put away. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import type { EmotionAnswer, Help } from "../api/types";

const STRONG = 8;

/** By session, in memory only. */
export const pauseSuggested = signal<Record<string, boolean>>({});

/** Sessions in which a break was offered and not wanted: from then on only what the person says themselves brings it up again. */
const notWanted = new Set<string>();

/** Help that came with something else than a message, by session. */
export const helpAtHand = signal<Record<string, Help | null>>({});

export function forgetEmotions(): void {
  pauseSuggested.value = {};
  notWanted.clear();
  helpAtHand.value = {};
}

export async function noteStrength(sessionId: string, intensity: number): Promise<void> {
  const { suggestPause, help } = await api.post<EmotionAnswer>(`/sessions/${sessionId}/emotions`, { intensity });
  suggestPauseIn(sessionId, suggestPause);
  if (help) keepHelp(sessionId, help);
}

export function suggestPauseAt(sessionId: string, intensity: number | null): void {
  if (intensity !== null && intensity >= STRONG) suggestPauseIn(sessionId, true);
}

/** What the guide believes to have heard. */
export function suggestPauseAfterReply(sessionId: string, intensity: number | null): void {
  if (!notWanted.has(sessionId)) suggestPauseAt(sessionId, intensity);
}

export function goOnWithoutPause(sessionId: string): void {
  notWanted.add(sessionId);
  suggestPauseIn(sessionId, false);
}

export function suggestPauseIn(sessionId: string, suggested: boolean): void {
  pauseSuggested.value = { ...pauseSuggested.value, [sessionId]: suggested };
}

export function keepHelp(sessionId: string, help: Help): void {
  helpAtHand.value = { ...helpAtHand.value, [sessionId]: help };
}
