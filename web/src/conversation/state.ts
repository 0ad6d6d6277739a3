/**
 * Chats as the server has them, with what is not there yet: own words on their way, and the reply that is just arriving.
 * A place names one chat and is also its address: the conversation, or the private journal beside it.
 */
import { api, type ApiError } from "../api/client";
import type { Exchange, Message } from "../api/types";
import { ofViewer, viewer } from "../identity/state";
import { readWords, writeWords } from "../ui/kept";

export type Place = `${string}/${"messages" | "inner-thoughts"}`;

/** `after` is the last number known when they were sent: should they arrive unnoticed, they have a later one. */
export type Words = { content: string; intensity: number | null; after: number; key: string };
export type Unsent = { words: Words; sending: boolean; error: ApiError | null };
export type Arriving = { to: string; text: string };
export type Notes = Pick<Exchange, "draft" | "feelHeardOffered" | "intensity" | "help">;

export type Chat = { messages: Message[]; earlier: string | null; unsent: Unsent | null };

type Page = { items: Message[]; nextCursor: string | null };

export const chats = ofViewer<Record<Place, Chat>>({});

/** Replies as they come in, apart from the rest: they change with every word. */
export const arriving = ofViewer<Record<Place, Arriving>>({});

/** What came with a message besides its words, by the message's id. The server tells it once. */
export const notes = ofViewer<Record<string, Notes>>({});

export async function loadChat(place: Place): Promise<void> {
  const asking = viewer.peek();
  const page = await api.get<Page>(`/sessions/${place}`);
  if (asking === viewer.peek()) keepPage(place, page);
}

export async function loadEarlier(place: Place): Promise<void> {
  const cursor = chats.peek()[place]?.earlier;
  if (!cursor) return;
  const page = await api.get<Page>(`/sessions/${place}?${new URLSearchParams({ cursor })}`);
  const chat = chats.peek()[place];
  if (chat?.earlier === cursor) change(place, { messages: joined(page.items, chat.messages), earlier: page.nextCursor });
}

/** Only what is known can change: after a sign-out an answer that took its time finds nothing to add to. */
export function change(place: Place, what: Partial<Chat>): void {
  const chat = chats.peek()[place];
  if (chat) chats.value = { ...chats.peek(), [place]: { ...chat, ...what } };
}

export function addMessages(place: Place, ...messages: Message[]): void {
  const chat = chats.peek()[place];
  if (chat) change(place, { messages: joined(chat.messages, messages), ...settled(place, chat.unsent, messages) });
}

function keepPage(place: Place, page: Page): void {
  const known = chats.peek()[place] ?? { messages: [], earlier: null, unsent: keptWords(place) };
  const first = page.items[0]?.seq ?? 0;
  const isGapless = known.messages.some(({ seq }) => seq >= first - 1);
  const next = isGapless
    ? { messages: joined(known.messages, page.items), earlier: known.messages[0]!.seq < first ? known.earlier : page.nextCursor }
    : { messages: page.items, earlier: page.nextCursor };
  chats.value = { ...chats.peek(), [place]: { ...known, ...next, ...settled(place, known.unsent, page.items) } };
}

/** Both, in order. Where both know a message the second knows it better, unless it is an answer that took the longer way. */
function joined(one: Message[], other: Message[]): Message[] {
  const byId = new Map(one.map((message) => [message.id, message]));
  for (const message of other) {
    const isOld = message.replyState === "PENDING" && byId.get(message.id)?.replyState === "DONE";
    if (!isOld) byId.set(message.id, message);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** Words that turn up among the messages are not on their way any more, whatever became of the request. */
function settled(place: Place, unsent: Unsent | null, messages: Message[]): { unsent?: null } {
  if (!unsent) return {};
  const { content, after } = unsent.words;
  if (!messages.some(({ role, seq, content: said }) => role === "USER" && seq > after && said === content)) return {};
  writeWords(`sent:${place}`, "");
  return { unsent: null };
}

function keptWords(place: Place): Unsent | null {
  const kept = readWords(`sent:${place}`);
  return kept ? { words: JSON.parse(kept) as Words, sending: false, error: null } : null;
}

export function sessionOf(place: Place): string {
  return place.slice(0, place.indexOf("/"));
}

export function lastSeq(place: Place): number {
  return chats.peek()[place]?.messages.at(-1)?.seq ?? 0;
}

/** The member's message that waits for its reply, being made here or on another device. */
export function awaiting(chat: Chat): Message | undefined {
  return chat.messages.findLast((message) => message.replyState === "PENDING");
}

/** Words of care answer at once, in the guide's place: what they answer never waited for a reply. */
export function isCare({ replyTo }: Message, messages: Message[]): boolean {
  return replyTo !== null && messages.find(({ id }) => id === replyTo)?.replyState === null;
}

export function isBusy(chat: Chat): boolean {
  return chat.unsent !== null || awaiting(chat) !== undefined;
}

/** Sessions in which a break is offered, because it is a lot right now. The offer waits until it is taken or put away. */
export const pauseSuggested = ofViewer<Record<string, boolean>>({});

/** Those in which it was not wanted: from then on only what the person says themselves brings it up again. */
const pauseUnwanted = ofViewer<Record<string, boolean>>({});

const STRONG = 8;

export function suggestPauseAt(sessionId: string, intensity: number | null): void {
  if (intensity !== null && intensity >= STRONG) suggestPauseIn(sessionId, true);
}

/** What the guide believes to have heard. */
export function suggestPauseAfterReply(sessionId: string, intensity: number | null): void {
  if (!pauseUnwanted.peek()[sessionId]) suggestPauseAt(sessionId, intensity);
}

export function goOnWithoutPause(sessionId: string): void {
  pauseUnwanted.value = { ...pauseUnwanted.peek(), [sessionId]: true };
  suggestPauseIn(sessionId, false);
}

export function suggestPauseIn(sessionId: string, suggested: boolean): void {
  pauseSuggested.value = { ...pauseSuggested.peek(), [sessionId]: suggested };
}
