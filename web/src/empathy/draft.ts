/**
 * The statement in the making. Every change is kept on the device at once and on the server a moment later; what the guide
 * proposes comes in only when it is taken over.
 */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, ApiError } from "../api/client";
import { useLive } from "../api/live";
import type { ConcernKind, DraftAnswer, Session } from "../api/types";
import { keepHelp } from "../conversation/emotions";
import { t } from "../messages";
import { readWords, writeWords } from "../ui/kept";
import { notice } from "../ui/page";

const SAVE_AFTER_MS = 700;
export const STATEMENT = "statement";
export const STATEMENT_LIMIT = 2_000;

export type Writing = "first" | "again";

export type Statement = {
  writing: Writing | null;
  text: Signal<string>;
  feelings: Signal<string[]>;
  concern: Signal<ConcernKind | null>;
  isSaved: Signal<boolean>;
  isOpen: Signal<boolean>;
  write: (text: string) => void;
  toggle: (feeling: string) => void;
  takeOver: (text: string) => void;
  forget: () => void;
};

/** What can be written now: the first statement, new words for it, or nothing. */
export function writingIn({ empathy, me, status }: Session): Writing | null {
  if (status === "ENDED" || me.stage !== 2) return null;
  if (!empathy.myAttempt) return "first";
  return empathy.myAttempt.status === "REFINING" ? "again" : null;
}

export function focusStatement(): void {
  requestAnimationFrame(() => document.getElementById(STATEMENT)?.focus());
}

export function useStatement(session: Session): Statement {
  const { id, empathy } = session;
  const name = `statement:${id}`;
  const path = `/sessions/${id}/empathy/draft`;
  const writing = writingIn(session);
  const text = useSignal("");
  const feelings = useSignal<string[]>([]);
  const concern = useSignal<ConcernKind | null>(null);
  const isSaved = useSignal(true);
  const isOpen = useSignal(false);
  const isLoaded = useRef(false);
  const timer = useRef(0);
  const occasion = writing ? `${id}:${empathy.myAttempt?.revision ?? 0}` : "";

  useEffect(() => {
    isLoaded.current = false;
    [text.value, feelings.value, concern.value, isSaved.value] = [occasion ? readWords(name) : "", [], null, true];
    isOpen.value = writing === "again" || text.peek() !== "";
    return () => clearTimeout(timer.current);
  }, [occasion]);
  useLive(async () => {
    if (!occasion) return;
    if (!isLoaded.current) await load();
    else if (!isSaved.peek()) await save(); // the connection is back
  }, occasion);

  async function load(): Promise<void> {
    const { draft, concern: found } = await api.get<DraftAnswer>(path);
    isLoaded.current = true;
    feelings.value = draft?.feelings ?? [];
    if (text.peek()) return save(); // what was written here and has not arrived yet
    [text.value, concern.value] = [draft?.content ?? empathy.myAttempt?.content ?? "", found];
    if (draft) isOpen.value = true;
  }
  async function save(): Promise<void> {
    const content = text.peek().trim();
    if (!content || [...content].length > STATEMENT_LIMIT) return;
    const answer = await api.post<DraftAnswer>(path, { content, feelings: feelings.peek() });
    if (answer.help) keepHelp(id, answer.help);
    if (content !== text.peek().trim()) return; // there are newer words already
    [concern.value, isSaved.value] = [answer.concern, true];
    writeWords(name, "");
  }
  function saveSoon(): void {
    isSaved.value = false;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void save().catch(keepTrying), SAVE_AFTER_MS);
  }
  function write(words: string): void {
    text.value = words;
    writeWords(name, words);
    saveSoon();
  }
  function toggle(feeling: string): void {
    const has = feelings.peek().includes(feeling);
    feelings.value = has ? feelings.peek().filter((one) => one !== feeling) : [...feelings.peek(), feeling];
    saveSoon();
  }
  function takeOver(words: string): void {
    const before = text.peek().trimEnd();
    if (!before.includes(words)) write([before, words].filter(Boolean).join("\n\n"));
    isOpen.value = true;
    notice.value = t("statement.taken");
    focusStatement();
  }
  function forget(): void {
    clearTimeout(timer.current);
    writeWords(name, "");
  }
  return { writing, text, feelings, concern, isSaved, isOpen, write, toggle, takeOver, forget };
}

/** The words are on the device; the next change or connection brings them over. */
function keepTrying(failure: unknown): void {
  if (!(failure instanceof ApiError)) throw failure;
}
