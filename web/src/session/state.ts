/**
 * A session as the server sees it for this person: one view in, nothing worked out here. Every screen of a session draws from it,
 * and every act goes through here and then shows how things stand.
 */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import { refreshAll } from "../api/events";
import type { Help, PendingType, WholeSession, WholeSessionAnswer } from "../api/types";
import { ofViewer } from "../identity/state";
import { focusOn } from "../ui/sight";

export type Session = WholeSession;
export type SessionProps = { session: Session };

type Action = Session["turn"]["actions"][number] | Session["empathy"]["actions"][number];

export const sessions = ofViewer<Record<string, Session>>({});

/** Help that came with something else than a message, by session. */
export const helpAtHand = ofViewer<Record<string, Help>>({});

export async function loadSession(id: string): Promise<void> {
  keep((await api.get<WholeSessionAnswer>(`/sessions/${id}`)).session);
}

/** False for an older answer that took the longer way. */
export function keep(session: Session): boolean {
  const known = sessions.peek()[session.id];
  if (known && known.version > session.version) return false;
  sessions.value = { ...sessions.peek(), [session.id]: session };
  return true;
}

export function keepHelp(id: string, help: Help | null | undefined): void {
  if (help) helpAtHand.value = { ...helpAtHand.peek(), [id]: help };
}

type Method = Exclude<keyof typeof api, "get">;

/** Whatever the server answers, the screen then shows how things stand: a refusal means that something has changed meanwhile. */
export async function act<T>(id: string, path: string, body?: unknown, method: Method = "post"): Promise<T> {
  try {
    const answer = await api[method]<T>(`/sessions/${id}/${path}`, body);
    keepHelp(id, (answer as { help?: Help | null } | undefined)?.help);
    return answer;
  } finally {
    await refreshAll();
  }
}

/** For buttons that are gone then: the focus goes to what they changed. */
export async function actThen(where: string, ...doing: Parameters<typeof act>): Promise<void> {
  await act(...doing);
  focusOn(where);
}

/** The one question whether there is a button: the server has answered it. */
export function may({ turn, empathy }: Session, action: Action): boolean {
  return ([...turn.actions, ...empathy.actions] as Action[]).includes(action);
}

export function passed({ me: { stages } }: Session, gate: string): boolean {
  return Object.values(stages).some(({ gates }) => Boolean(gates[gate]));
}

/** From Stage 3 on there is something to look at together. */
export function isTogether({ me: { stage } }: Session): boolean {
  return stage >= 3;
}

/** What was shown has been seen. A mark that does not arrive only leaves a number standing a little longer. */
export async function markSeen(id: string, ...types: PendingType[]): Promise<void> {
  const shown = (sessions.peek()[id]?.pendingActions ?? []).filter(({ type, seenAt }) => seenAt === null && types.includes(type));
  const marks = shown.map(({ itemId }) => api.post(`/sessions/${id}/pending-actions/${itemId}/seen`));
  const told = await Promise.allSettled(marks);
  if (told.some(({ status }) => status === "fulfilled")) void refreshAll();
}

/** A list that comes page by page and is loaded anew as far as somebody has wanted it. */
export function pagedList<T>(path: string, size: number) {
  const items = ofViewer<T[] | null>(null);
  const hasMore = signal(false);
  const wanted = ofViewer(size);
  async function load(query: Record<string, string> = {}): Promise<void> {
    const found: T[] = [];
    let cursor: string | null = null;
    do {
      const asked = new URLSearchParams({ limit: String(size), ...query, ...(cursor && { cursor }) });
      const page: { items: T[]; nextCursor: string | null } = await api.get(`${path}?${asked}`);
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor && found.length < wanted.peek());
    items.value = found;
    hasMore.value = cursor !== null;
  }
  function more(query?: Record<string, string>): Promise<void> {
    wanted.value += size;
    return load(query);
  }
  return { items, hasMore, load, more };
}
