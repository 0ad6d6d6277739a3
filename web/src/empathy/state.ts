/** What a member does in the exchange. The server decides; whatever it answers, the screen then shows how things stand. */
import { api } from "../api/client";
import type { EmpathyView, Help, Message, PendingActions, Session } from "../api/types";
import { keepHelp } from "../conversation/emotions";
import { loadChat } from "../conversation/state";
import { loadSession } from "../session/state";

type Answer = { help?: Help | null };
export type EmpathyAction = EmpathyView["actions"][number];

export async function act<T extends Answer>(id: string, path: string, body: unknown = {}): Promise<T> {
  try {
    const answer = await api.post<T>(`/sessions/${id}/${path}`, body);
    if (answer.help) keepHelp(id, answer.help);
    return answer;
  } finally {
    // A refusal means that something has changed meanwhile; should this fail as well, the next event tries again.
    await Promise.allSettled([loadSession(id), loadChat(`${id}/messages`)]);
  }
}

export function may({ empathy }: Session, action: EmpathyAction): boolean {
  return empathy.actions.includes(action);
}

/** What was shown has been seen. A mark that does not arrive only leaves a number standing a little longer. */
export async function markSeen(id: string, ...types: PendingActions["items"][number]["type"][]): Promise<void> {
  try {
    const { items } = await api.get<PendingActions>(`/sessions/${id}/pending-actions`);
    const shown = items.filter(({ type, seenAt }) => seenAt === null && types.includes(type));
    for (const { itemId } of shown) await api.post(`/sessions/${id}/pending-actions/${itemId}/seen`);
    if (shown.length > 0) await loadSession(id);
  } catch {
    return;
  }
}

export type Author = "mine" | "theirs" | "guide";

/** Whose words a message carries. The partner's statement always comes right after the guide's introduction to it. */
export function authorOf(message: Message, messages: Message[], { sharedContext, partnerAttempt }: EmpathyView): Author {
  switch (message.role) {
    case "USER":
      return "mine";
    case "VALIDATION_FEEDBACK":
      return "theirs";
    case "SHARED_CONTEXT":
      return sharedContext.some(({ content }) => content === message.content) ? "theirs" : "mine";
    case "EMPATHY_STATEMENT": {
      const before = messages.find(({ seq }) => seq === message.seq - 1);
      const isTheirs = before ? before.role === "EMPATHY_REVEAL_INTRO" : message.content === partnerAttempt?.content;
      return isTheirs ? "theirs" : "mine";
    }
    default:
      return "guide";
  }
}

/** The newest words of the conversation take the focus when the card that was pressed is gone. */
export function focusLatest(): void {
  // Two frames: what the answer changed is drawn in the first. Whoever has gone on to something else stays there.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(".conversation ol > li:last-child")?.focus();
  }));
}
