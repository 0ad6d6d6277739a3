/** What the guide believes to have heard, and the yes that only the person can say. */
import { api } from "../api/client";
import type { HeardStatus, SuggestedFeelings } from "../api/types";
import { isKey, t } from "../messages";
import { loadSession } from "../session/state";
import { keepHelp } from "./emotions";
import { loadChat } from "./state";

export type Choice = { feeling: string; most: boolean };

export function loadFeelings(sessionId: string): Promise<SuggestedFeelings> {
  return api.get(`/sessions/${sessionId}/feelings/suggested`);
}

export async function feelHeard(sessionId: string, feelings: Choice[], words: string): Promise<void> {
  const said = { confirmed: true, feelings, ...(words && { words }) };
  const { help } = await api.post<HeardStatus>(`/sessions/${sessionId}/feel-heard`, said);
  if (help) keepHelp(sessionId, help);
  await Promise.all([loadSession(sessionId), loadChat(`${sessionId}/messages`)]);
}

/** A feeling of a newer server keeps its key for a name. */
export function feelingName(feeling: string): string {
  const key = `feeling.${feeling}`;
  return isKey(key) ? t(key as "feeling.hurt") : feeling;
}
