/**
 * Words that have not reached the server yet, kept on this device so that closing the tab loses nothing. Two people may share a
 * device, and even a session: words are kept under the name of whoever wrote them, and go when they sign out or leave in a hurry.
 */
import { useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";

const WORDS = "mwf:words:";

let owner = "";

export function keepWordsOf(userId: string): void {
  owner = userId;
  forget((name) => !name.startsWith(`${WORDS}${userId}:`));
}

export function readWords(name: string): string {
  return readKept(keyOf(name));
}

export function writeWords(name: string, text: string): void {
  writeKept(keyOf(name), text);
}

/** All of them, or those of one session. */
export function forgetWords(sessionId = ""): void {
  forget((name) => name.includes(sessionId));
}

export type Text = ReturnType<typeof useText>;

/** One text in the making. Nothing is kept of what was emptied. */
export function useText(name: string, begin = "") {
  const text = useSignal(useMemo(() => readWords(name) || begin, [name]));
  function write(words: string): void {
    text.value = words;
    writeWords(name, words);
  }
  return { text, write };
}

type Fields = Record<string, string>;
type Input = HTMLInputElement | HTMLTextAreaElement;

export type Kept<F extends Fields> = {
  values: Signal<F>;
  set: (field: keyof F & string, value: string) => void;
  forget: () => void;
  /** What ties one text field of a form to its kept words. */
  field: <N extends keyof F & string>(name: N) => { name: N; value: string; onInput: (event: { currentTarget: Input }) => void };
};

/** A form in the making, field by field. */
export function useKept<F extends Fields>(name: string, begin: F): Kept<F> {
  const values = useSignal<F>(useMemo(() => ({ ...begin, ...readFields(name) }), [name]));
  function set(field: keyof F & string, value: string): void {
    values.value = { ...values.peek(), [field]: value };
    writeWords(name, JSON.stringify(values.peek()));
  }
  function forget(): void {
    values.value = begin;
    writeWords(name, "");
  }
  return {
    values, set, forget,
    field: (field) => ({ name: field, value: values.value[field]!, onInput: (event) => set(field, event.currentTarget.value) }),
  };
}

function readFields(name: string): Fields {
  return attempt(() => JSON.parse(readWords(name) || "{}")) ?? {};
}

function keyOf(name: string): string {
  return `${WORDS}${owner}:${name}`;
}

function forget(which: (name: string) => boolean): void {
  attempt(() => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(WORDS));
    for (const name of names.filter(which)) localStorage.removeItem(name);
  });
}

export function readKept(name: string): string {
  return attempt(() => localStorage.getItem(name)) ?? "";
}

export function writeKept(name: string, text: string): void {
  attempt(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
}

// A browser may refuse to keep anything, and a full one keeps no more. The page works on without.
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
