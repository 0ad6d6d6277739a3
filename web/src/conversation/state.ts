/**
 * Chats as the server has them, with what is not there yet: own words on their way, and the reply that is just arriving.
 * A place names one chat and is also its address: the conversation, or the private journal beside it.
 */
import { api, asApiError, noConnection, randomUuid, stream, type ApiError, type StreamEvent } from "../api/client";
import type { MessageAndReply, ListOfMessage, Message } from "../api/types";
import { ofViewer, viewer } from "../identity/state";
import { readWords, writeWords } from "../ui/kept";

export type Place = `${string}/${"messages" | "inner-thoughts"}`;

/** `after` is the last number known when they were sent: should they arrive unnoticed, they have a later one. */
type Words = { content: string; intensity: number | null; after: number; key: string };
export type Unsent = { words: Words; sending: boolean; error: ApiError | null };
type Arriving = { to: string; text: string };
type Notes = Pick<MessageAndReply, "draft" | "feelHeardOffered" | "intensity" | "help">;

export type Chat = { messages: Message[]; earlier: string | null; unsent: Unsent | null };

export const chats = ofViewer<Record<Place, Chat>>({});

/** Replies as they come in, apart from the rest: they change with every word. */
export const arriving = ofViewer<Record<Place, Arriving>>({});

/** What came with a message besides its words, by the message's id. The server tells it once. */
export const notes = ofViewer<Record<string, Notes>>({});

export async function loadChat(place: Place): Promise<void> {
  const asking = viewer.peek();
  const page = await api.get<ListOfMessage>(`/sessions/${place}`);
  if (asking === viewer.peek()) keepPage(place, page);
}

export async function loadEarlier(place: Place): Promise<void> {
  const cursor = chats.peek()[place]?.earlier;
  if (!cursor) return;
  const page = await api.get<ListOfMessage>(`/sessions/${place}?${new URLSearchParams({ cursor })}`);
  const chat = chats.peek()[place];
  if (chat?.earlier === cursor) change(place, { messages: joined(page.items, chat.messages), earlier: page.nextCursor });
}

/** Only what is known can change: after a sign-out an answer that took its time finds nothing to add to. */
function change(place: Place, what: Partial<Chat>): void {
  const chat = chats.peek()[place];
  if (chat) chats.value = { ...chats.peek(), [place]: { ...chat, ...what } };
}

export function addMessages(place: Place, ...messages: Message[]): void {
  const chat = chats.peek()[place];
  if (chat) change(place, { messages: joined(chat.messages, messages), ...settled(place, chat.unsent, messages) });
}

function keepPage(place: Place, page: ListOfMessage): void {
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

const sessionOf = (place: Place) => place.slice(0, place.indexOf("/"));
const lastSeq = (place: Place) => chats.peek()[place]?.messages.at(-1)?.seq ?? 0;

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

function suggestPauseAt(sessionId: string, intensity: number | null): void {
  if (intensity !== null && intensity >= STRONG) suggestPauseIn(sessionId, true);
}

/** What the guide believes to have heard. */
function suggestPauseAfterReply(sessionId: string, intensity: number | null): void {
  if (!pauseUnwanted.peek()[sessionId]) suggestPauseAt(sessionId, intensity);
}

export function goOnWithoutPause(sessionId: string): void {
  pauseUnwanted.value = { ...pauseUnwanted.peek(), [sessionId]: true };
  suggestPauseIn(sessionId, false);
}

export function suggestPauseIn(sessionId: string, suggested: boolean): void {
  pauseSuggested.value = { ...pauseSuggested.peek(), [sessionId]: suggested };
}

type Saved = { messageId: string; seq: number };

/** Words are kept on the device until the server has them, and are never sent twice unseen. */
export async function say(place: Place, content: string, intensity: number | null): Promise<void> {
  // As the server stores it, so that the two can be compared.
  const words = { content: content.normalize("NFC"), intensity, after: lastSeq(place), key: randomUuid() };
  writeWords(`sent:${place}`, JSON.stringify(words));
  await send(place, words);
}

/** The last attempt may have arrived after all: look first. */
export async function sayAgain(place: Place): Promise<void> {
  const words = chats.peek()[place]?.unsent?.words;
  if (!words) return;
  change(place, { unsent: { words, sending: true, error: null } });
  const failure = await loadChat(place).then(() => null, asApiError);
  if (failure) change(place, { unsent: { words, sending: false, error: failure } });
  else if (chats.peek()[place]?.unsent) await send(place, words);
}

/** Gives the words back to whoever wants to change them before they go; nothing, if they have arrived after all. */
export async function takeBack(place: Place): Promise<string> {
  await loadChat(place).catch(asApiError);
  const content = chats.peek()[place]?.unsent?.words.content ?? "";
  writeWords(`sent:${place}`, "");
  change(place, { unsent: null });
  return content;
}

export async function askAgain(place: Place, message: Message): Promise<void> {
  const path = `/sessions/${sessionOf(place)}/messages/${message.id}/retry/stream`;
  await follow(place, stream(path, {}, randomUuid()), () => ({ ...message, replyState: "PENDING" }));
}

export async function stopReply(place: Place, messageId: string): Promise<void> {
  await api.post(`/sessions/${sessionOf(place)}/messages/${messageId}/stop`);
}

async function send(place: Place, words: Words): Promise<void> {
  const { content, intensity, key } = words;
  const body = { content, ...(intensity && { emotionalIntensity: intensity }) };
  change(place, { unsent: { words, sending: true, error: null } });
  try {
    await follow(place, stream(`/sessions/${place}/stream`, body, key), (saved) => justSaid(place, saved, content));
    suggestPauseAt(sessionOf(place), intensity);
  } catch (failure) {
    const error = asApiError(failure);
    await loadChat(place).catch(asApiError);
    if (chats.peek()[place]?.unsent) change(place, { unsent: { words, sending: false, error } });
  }
}

/** Throws only as long as it is unknown whether the words have arrived. */
async function follow(place: Place, events: AsyncIterable<StreamEvent>, asked: (saved: Saved) => Message): Promise<void> {
  let isSaved = false;
  try {
    for await (const { event, data } of events) {
      if (event === "metadata") {
        isSaved = true;
        addMessages(place, asked(data as Saved));
        hear(place, (data as Saved).messageId, "");
      }
      if (event === "chunk") hear(place, arriving.peek()[place]?.to ?? "", (data as { text: string }).text);
      if (event === "complete") complete(place, data as MessageAndReply);
    }
    if (!isSaved) throw noConnection();
  } catch (failure) {
    if (!isSaved) throw failure;
  }
  // Whether the reply is whole, was stopped, failed or is still being made: the server knows.
  await loadChat(place).catch(asApiError);
}

/** The events may have brought it already, and even its reply. */
function justSaid(place: Place, { messageId: id, seq }: Saved, content: string): Message {
  const messages = chats.peek()[place]?.messages ?? [];
  const stage = messages.at(-1)?.stage ?? 0;
  const createdAt = new Date().toISOString();
  const fresh: Message = { id, seq, role: "USER", author: "ME", content, stage, createdAt, replyTo: null, replyState: "PENDING" };
  return messages.find((message) => message.id === id) ?? fresh;
}

function hear(place: Place, to: string, text: string): void {
  const before = text ? (arriving.peek()[place]?.text ?? "") : "";
  arriving.value = { ...arriving.peek(), [place]: { to, text: before + text } };
}

function complete(place: Place, { message, reply, ...rest }: MessageAndReply): void {
  const { draft, feelHeardOffered, intensity, help } = rest;
  notes.value = { ...notes.peek(), [(reply ?? message).id]: { draft, feelHeardOffered, intensity, help } };
  // The message was read before its reply was there.
  if (reply) addMessages(place, { ...message, replyState: message.replyState && "DONE" }, reply);
  suggestPauseAfterReply(sessionOf(place), intensity);
}
