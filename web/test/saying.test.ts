import { beforeEach, expect, test } from "vitest";
import type { Message } from "../src/api/types";
import { say, sayAgain, takeBack } from "../src/conversation/state";
import { addMessages, arriving, chats, loadChat, loadEarlier, type Place } from "../src/conversation/state";
import { keepWordsOf, readWords } from "../src/ui/kept";
import { Away, event, eventStream, refusal, serve } from "./server";

const HERE: Place = "one/messages";
const PATH = `/sessions/${HERE}`;

function message(seq: number, content: string, more: Partial<Message> = {}): Message {
  const usual = { role: "USER", stage: 1, createdAt: "2026-11-15T12:00:00Z", replyTo: null, replyState: null };
  return { id: `id ${seq}`, seq, content, ...usual, ...more } as Message;
}

function page(...items: Message[]) {
  return { items, nextCursor: null };
}

function reply(): Response {
  const answer = message(2, "I hear you.", { role: "AI", replyTo: "id 1" });
  const rest = { draft: null, feelHeardOffered: false, intensity: null, help: null };
  return eventStream(
    event("metadata", { messageId: "id 1", seq: 1 }),
    event("chunk", { text: "I hear " }),
    event("chunk", { text: "you." }),
    event("complete", { message: message(1, "Hello", { replyState: "PENDING" }), reply: answer, ...rest }),
  );
}

async function opens(): Promise<void> {
  serve({ [`GET ${PATH}`]: page() });
  await loadChat(HERE);
}

function here() {
  return chats.value[HERE]!;
}

beforeEach(async () => {
  localStorage.clear();
  keepWordsOf("alice");
  chats.value = {};
  arriving.value = {};
  await opens();
});

test("what is said is answered, and nothing of it waits any longer", async () => {
  const done = page(message(1, "Hello", { replyState: "DONE" }), message(2, "I hear you.", { role: "AI" }));
  serve({ [`POST ${PATH}/stream`]: reply, [`GET ${PATH}`]: done });
  await say(HERE, "Hello", null);
  expect(here().messages.map(({ content }) => content)).toEqual(["Hello", "I hear you."]);
  expect(here().unsent).toBeNull();
  expect(readWords(`sent:${HERE}`)).toBe("");
  expect(arriving.value[HERE]?.text).toBe("I hear you.");
});

test("words said into the void wait on the device, and go out once more under the same key", async () => {
  const lost = serve({});
  await say(HERE, "Hello", 7);
  expect(here().unsent).toMatchObject({ sending: false, error: { code: "NETWORK" } });
  expect(JSON.parse(readWords(`sent:${HERE}`))).toMatchObject({ content: "Hello", intensity: 7 });
  const asked = serve({ [`POST ${PATH}/stream`]: reply, [`GET ${PATH}`]: page() });
  await sayAgain(HERE);
  const [first] = lost.filter(({ method }) => method === "POST");
  const [again] = asked.filter(({ method }) => method === "POST");
  expect(again!.key).toBe(first!.key);
  expect(again!.body).toEqual({ content: "Hello", emotionalIntensity: 7 });
  expect(here().unsent).toBeNull();
});

test("words that arrived though the answer was lost are not offered again", async () => {
  const arrived = page(message(1, "Hello", { replyState: "PENDING" }));
  serve({ [`POST ${PATH}/stream`]: () => { throw new Away(); }, [`GET ${PATH}`]: arrived });
  await say(HERE, "Hello", null);
  expect(here().unsent).toBeNull();
  expect(readWords(`sent:${HERE}`)).toBe("");
});

test("before words go out again they are looked for", async () => {
  serve({});
  await say(HERE, "Hello", null);
  const asked = serve({ [`GET ${PATH}`]: page(message(1, "Hello", { replyState: "DONE" })) });
  await sayAgain(HERE);
  expect(asked.map(({ method }) => method)).toEqual(["GET"]);
  expect(here().unsent).toBeNull();
});

test("the same words said earlier are not taken for the new ones", async () => {
  serve({ [`GET ${PATH}`]: page(message(1, "Hello", { replyState: "DONE" })) });
  await loadChat(HERE);
  serve({ [`GET ${PATH}`]: page(message(1, "Hello", { replyState: "DONE" })) });
  await say(HERE, "Hello", null);
  expect(here().unsent?.words.content).toBe("Hello");
});

test("while nobody can look either, the words wait", async () => {
  serve({});
  await say(HERE, "Hello", null);
  await sayAgain(HERE);
  expect(here().unsent).toMatchObject({ sending: false, error: { code: "NETWORK" } });
});

test("a refusal keeps the words, with its reason, to be changed", async () => {
  serve({ [`POST ${PATH}/stream`]: () => refusal(422, "NOT_DELIVERED"), [`GET ${PATH}`]: page() });
  await say(HERE, "A threat", null);
  expect(here().unsent?.error?.code).toBe("NOT_DELIVERED");
  expect(await takeBack(HERE)).toBe("A threat");
  expect(here().unsent).toBeNull();
  expect(readWords(`sent:${HERE}`)).toBe("");
});

test("words that have arrived after all cannot be taken back", async () => {
  serve({});
  await say(HERE, "Hello", null);
  serve({ [`GET ${PATH}`]: page(message(1, "Hello", { replyState: "DONE" })) });
  expect(await takeBack(HERE)).toBe("");
});

test("unsent words are there again after the page was opened anew", async () => {
  serve({});
  await say(HERE, "Hello", null);
  chats.value = {};
  await opens();
  expect(here().unsent).toMatchObject({ words: { content: "Hello" }, sending: false });
});

test("words are compared as the server stores them", async () => {
  const composed = "caf\u00e9";
  serve({ [`GET ${PATH}`]: page(message(1, composed, { replyState: "DONE" })) });
  await say(HERE, "cafe\u0301", null);
  expect(here().unsent).toBeNull();
});

test("a connection that breaks in mid reply loses nothing: the server is asked", async () => {
  const broken = () => eventStream(event("metadata", { messageId: "id 1", seq: 1 }), event("chunk", { text: "I " }));
  serve({ [`POST ${PATH}/stream`]: broken, [`GET ${PATH}`]: page(message(1, "Hello", { replyState: "FAILED" })) });
  await say(HERE, "Hello", null);
  expect(here().unsent).toBeNull();
  expect(here().messages.map(({ replyState }) => replyState)).toEqual(["FAILED"]);
});

test("an answer that took the longer way does not make a finished reply unfinished", () => {
  addMessages(HERE, message(1, "Hello", { replyState: "DONE" }));
  addMessages(HERE, message(1, "Hello", { replyState: "PENDING" }));
  expect(here().messages[0]!.replyState).toBe("DONE");
});

test("older messages come before the others, once", async () => {
  serve({ [`GET ${PATH}`]: { items: [message(3, "third")], nextCursor: "older" } });
  await loadChat(HERE);
  serve({ [`GET ${PATH}?cursor=older`]: page(message(1, "first"), message(2, "second")) });
  await loadEarlier(HERE);
  await loadEarlier(HERE);
  expect(here().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(here().earlier).toBeNull();
});

test("after a gap the newest page stands alone, with a way back", async () => {
  addMessages(HERE, message(1, "first"));
  serve({ [`GET ${PATH}`]: { items: [message(8, "eighth")], nextCursor: "older" } });
  await loadChat(HERE);
  expect(here().messages.map(({ seq }) => seq)).toEqual([8]);
  expect(here().earlier).toBe("older");
});
