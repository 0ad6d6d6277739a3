import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "../src/session/state";
import { useStatement, writingIn } from "../src/empathy/statement";
import { keepWordsOf, readWords } from "../src/ui/kept";
import { act, use } from "./drawn";
import { serve } from "./server";

const PATH = "/sessions/one/empathy/draft";

function session(more: { status?: string; stage?: number; attempt?: object | null } = {}): Session {
  const { status = "ACTIVE", stage = 2, attempt = null } = more;
  return { id: "one", status, me: { stage }, empathy: { myAttempt: attempt } } as unknown as Session;
}

async function statement(draft: object | null = null) {
  const asked = serve({
    [`GET ${PATH}`]: { draft, concern: null },
    [`POST ${PATH}`]: { draft: null, concern: "contempt", help: null },
  });
  const used = await use(() => useStatement(session()));
  await passes(0);
  return { used, asked };
}

async function passes(milliseconds: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
}

beforeEach(() => {
  localStorage.clear();
  keepWordsOf("alice");
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("there is something to write before the first statement and while it is refined", () => {
  expect(writingIn(session())).toBe("first");
  expect(writingIn(session({ attempt: { status: "REFINING" } }))).toBe("again");
  for (const status of ["HELD", "ANALYZING", "AWAITING_SHARING", "READY", "REVEALED", "VALIDATED"]) {
    expect(writingIn(session({ attempt: { status } })), status).toBeNull();
  }
  for (const stage of [0, 1, 3, 4]) expect(writingIn(session({ stage })), String(stage)).toBeNull();
  expect(writingIn(session({ status: "ENDED" }))).toBeNull();
});

test("what is written is on the device at once and on the server a moment later, once", async () => {
  const { used, asked } = await statement();
  await act(() => used.now.write("You are"));
  await act(() => used.now.write("You are tired."));
  expect(readWords("statement:one")).toBe("You are tired.");
  expect(used.now.isSaved.value).toBe(false);
  await passes(700);
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { content: "You are tired.", feelings: [] },
  ]);
  expect([used.now.isSaved.value, used.now.concern.value]).toEqual([true, "contempt"]);
  expect(readWords("statement:one")).toBe("");
});

test("while the server is away the words stay on the device", async () => {
  const { used } = await statement();
  serve({});
  await act(() => used.now.write("You are tired."));
  await passes(700);
  expect(used.now.isSaved.value).toBe(false);
  expect(readWords("statement:one")).toBe("You are tired.");
});

test("words on the device are newer than those on the server, and go there", async () => {
  localStorage.setItem("mwf:words:alice:statement:one", "Newer words");
  const { used, asked } = await statement({ content: "Older words", feelings: ["hurt"] });
  expect(used.now.text.value).toBe("Newer words");
  expect(asked.at(-1)!.body).toEqual({ content: "Newer words", feelings: ["hurt"] });
});

test("a draft on the server is there on any device", async () => {
  const { used } = await statement({ content: "My draft", feelings: ["hurt"] });
  expect([used.now.text.value, used.now.feelings.value, used.now.isOpen.value]).toEqual(["My draft", ["hurt"], true]);
});

test("what the guide proposes comes after one's own words, and only once", async () => {
  const { used } = await statement();
  await act(() => used.now.write("My own."));
  await act(() => used.now.takeOver("The guide's."));
  await act(() => used.now.takeOver("The guide's."));
  expect(used.now.text.value).toBe("My own.\n\nThe guide's.");
});

test("a feeling is chosen and let go of again", async () => {
  const { used } = await statement();
  await act(() => used.now.toggle("hurt"));
  await act(() => used.now.toggle("worn out"));
  await act(() => used.now.toggle("hurt"));
  expect(used.now.feelings.value).toEqual(["worn out"]);
});

test("too many words are kept here and sent nowhere", async () => {
  const { used, asked } = await statement();
  await act(() => used.now.write("x".repeat(2_001)));
  await passes(700);
  expect(asked.some(({ method }) => method === "POST")).toBe(false);
  expect(readWords("statement:one")).toHaveLength(2_001);
});

test("once it is sent nothing of it stays", async () => {
  const { used, asked } = await statement();
  await act(() => used.now.write("You are tired."));
  await act(() => used.now.letGo(() => Promise.resolve()));
  await passes(700);
  expect(readWords("statement:one")).toBe("");
  expect(asked.some(({ method }) => method === "POST")).toBe(false);
});

test("what is on its way to the other one is not saved as a draft meanwhile, and stays if it is refused", async () => {
  const { used, asked } = await statement();
  await act(() => used.now.write("You are tired."));
  const refused = used.now.letGo(async () => {
    await passes(700);
    throw new Error("not now");
  });
  await expect(refused).rejects.toThrow("not now");
  expect(asked.some(({ method }) => method === "POST")).toBe(false);
  expect(readWords("statement:one")).toBe("You are tired.");
});
