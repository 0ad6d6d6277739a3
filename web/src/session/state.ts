/** Sessions as the server sees them for this person. Newest state replaces old; nothing is worked out here. */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client";
import type { CompactStatus, CreatedSession, Relation, Session, SessionItem } from "../api/types";
import { keepHelp } from "../conversation/emotions";
import { me } from "../identity/state";
import { keepLink, links } from "../invitation/state";
import { forgetWords } from "../ui/kept";

const PAGE = 30;

export const items = signal<SessionItem[] | null>(null);
export const hasMore = signal(false);
export const sessions = signal<Record<string, Session>>({});
export const compacts = signal<Record<string, CompactStatus>>({});

let wanted = PAGE;

export function startSessions(): void {
  const viewer = computed(() => me.value?.id);
  effect(() => {
    viewer.value; // another person on this device finds nothing of the last one
    items.value = null;
    sessions.value = {};
    compacts.value = {};
    links.value = {};
    wanted = PAGE;
  });
}

export async function loadItems(archived: boolean): Promise<void> {
  const found: SessionItem[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(PAGE), archived: String(archived), ...(cursor && { cursor }) });
    const page: { items: SessionItem[]; nextCursor: string | null } = await api.get(`/sessions?${query}`);
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && found.length < wanted);
  items.value = found;
  hasMore.value = cursor !== null;
}

export async function loadMoreItems(archived: boolean): Promise<void> {
  wanted += PAGE;
  await loadItems(archived);
}

export async function loadSession(id: string): Promise<void> {
  keep((await api.get<{ session: Session }>(`/sessions/${id}`)).session);
}

export async function loadCompact(id: string): Promise<void> {
  keepCompact(id, await api.get<CompactStatus>(`/sessions/${id}/compact/status`));
}

export async function createSession(about: { partnerName: string; topic?: string; relation: Relation | null }): Promise<Session> {
  const { session, invitation, help } = await api.post<CreatedSession>("/sessions", about);
  keep(session);
  keepLink(session.id, invitation);
  if (help) keepHelp(session.id, help);
  return session;
}

export async function signCompact(id: string): Promise<void> {
  keepCompact(id, await api.post<CompactStatus>(`/sessions/${id}/compact/sign`));
  await loadSession(id);
}

export async function changeSession(id: string, act: "pause" | "resume" | "archive" | "safety/continue" | "finish-alone"): Promise<void> {
  keep((await api.post<{ session: Session }>(`/sessions/${id}/${act}`)).session);
}

export async function stateRelation(id: string, relation: Relation | null): Promise<void> {
  keep((await api.put<{ session: Session }>(`/sessions/${id}/relation`, { relation })).session);
}

export async function leaveSession(id: string): Promise<void> {
  await api.post(`/sessions/${id}/leave`);
  forgetWords(id);
}

export function keep(session: Session): void {
  const known = sessions.value[session.id];
  if (known && known.version > session.version) return; // an older answer that took the longer way
  sessions.value = { ...sessions.value, [session.id]: session };
}

function keepCompact(id: string, status: CompactStatus): void {
  compacts.value = { ...compacts.value, [id]: status };
}
