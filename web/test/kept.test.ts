import { beforeEach, expect, test, vi } from "vitest";
import { forgetWords, keepWordsOf, readWords, writeWords } from "../src/ui/kept";

beforeEach(() => {
  localStorage.clear();
  keepWordsOf("alice");
});

test("what was written is there again", () => {
  writeWords("statement:one", "I imagine that you are tired.");
  expect(readWords("statement:one")).toBe("I imagine that you are tired.");
});

test("nothing is kept of what was emptied", () => {
  writeWords("statement:one", "Words");
  writeWords("statement:one", "");
  expect(localStorage).toHaveLength(0);
});

test("another person on the same device finds nothing, and nothing is left for whoever comes back", () => {
  writeWords("statement:one", "Alice's words");
  keepWordsOf("bob");
  expect(readWords("statement:one")).toBe("");
  keepWordsOf("alice");
  expect(readWords("statement:one")).toBe("");
});

test("signing in again as the same person keeps the words", () => {
  writeWords("statement:one", "Alice's words");
  keepWordsOf("alice");
  expect(readWords("statement:one")).toBe("Alice's words");
});

test("who leaves one session takes along its words alone", () => {
  writeWords("statement:one", "first");
  writeWords("statement:two", "second");
  forgetWords("one");
  expect([readWords("statement:one"), readWords("statement:two")]).toEqual(["", "second"]);
});

test("who signs out takes all words along and leaves what is not theirs", () => {
  localStorage.setItem("mwf:guide-known", "yes");
  writeWords("statement:one", "first");
  forgetWords();
  expect(Object.keys(localStorage)).toEqual(["mwf:guide-known"]);
});

test("a browser that keeps nothing does no harm", () => {
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => writeWords("statement:one", "Words")).not.toThrow();
  expect(readWords("statement:one")).toBe("");
  expect(() => forgetWords()).not.toThrow();
});

function refuse(): never {
  throw new DOMException("no storage here", "SecurityError");
}
