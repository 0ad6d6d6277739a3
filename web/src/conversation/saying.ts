/** Saying something and hearing the reply. Words are kept on the device until the server has them, and are never sent twice unseen. */
import { api, asApiError, noConnection, randomUuid, stream, type StreamEvent } from "../api/client";
import type { Exchange, Message } from "../api/types";
import { writeWords } from "../ui/kept";
import {
  addMessages, arriving, change, chats, lastSeq, loadChat, notes, sessionOf, suggestPauseAfterReply, suggestPauseAt, type Place, type Words,
} from "./state";

type Saved = { messageId: string; seq: number };

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
      if (event === "complete") complete(place, data as Exchange);
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
  const fresh: Message = { id, seq, role: "USER", content, stage, createdAt, replyTo: null, replyState: "PENDING" };
  return messages.find((message) => message.id === id) ?? fresh;
}

function hear(place: Place, to: string, text: string): void {
  const before = text ? (arriving.peek()[place]?.text ?? "") : "";
  arriving.value = { ...arriving.peek(), [place]: { to, text: before + text } };
}

function complete(place: Place, { message, reply, ...rest }: Exchange): void {
  const { draft, feelHeardOffered, intensity, help } = rest;
  notes.value = { ...notes.peek(), [(reply ?? message).id]: { draft, feelHeardOffered, intensity, help } };
  // The message was read before its reply was there.
  if (reply) addMessages(place, { ...message, replyState: message.replyState && "DONE" }, reply);
  suggestPauseAfterReply(sessionOf(place), intensity);
}
