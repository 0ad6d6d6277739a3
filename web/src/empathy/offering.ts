/** An invitation to share as it lies open: what the server suggests, and what the person makes of it on this device. */
import { useSignal, type Signal } from "@preact/signals";
import { api } from "../api/client";
import { useLive, type Live } from "../api/live";
import type { Suggestion, SuggestionAnswer } from "../api/types";
import { readWords, writeWords } from "../ui/kept";
import { markSeen } from "./state";

export const SHARE_LIMIT = 1_000;

export type Offer = {
  suggestion: Suggestion | null;
  text: Signal<string>;
  live: Live;
  write: (text: string) => void;
  forget: () => void;
};

export function useOffer(sessionId: string): Offer {
  const suggestion = useSignal<Suggestion | null>(null);
  const text = useSignal("");
  const name = () => `offer:${sessionId}:${suggestion.peek()?.offerId}`;
  const live = useLive(async () => {
    if (suggestion.peek()) return; // once: words must not change under the hand
    const found = await api.get<SuggestionAnswer>(`/sessions/${sessionId}/empathy/share-suggestion`);
    if (!found.suggestion) return;
    suggestion.value = found.suggestion;
    text.value = readWords(name()) || found.suggestion.suggestedContent || "";
    await markSeen(sessionId, "share_offer");
  }, sessionId);
  function write(words: string): void {
    text.value = words;
    writeWords(name(), words);
  }
  return { suggestion: suggestion.value, text, live, write, forget: () => writeWords(name(), "") };
}
