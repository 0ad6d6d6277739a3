/**
 * The statement in the making, and where it is let go. Every change is kept on the device at once and on the server a moment later;
 * what the guide proposes comes in only when it is taken over.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, asApiError } from "../api/client";
import { useLive } from "../api/events";
import type { ConcernKind, DraftAnswer } from "../api/types";
import { FeelingChip, feelingName } from "../conversation/feel-heard";
import { FEELINGS, t } from "../messages";
import { act, keepHelp, markSeen, may, type Session, type SessionProps } from "../session/state";
import { Counted } from "../ui/form";
import { readWords, writeWords } from "../ui/kept";
import { notice, Promises, Quoted } from "../ui/page";
import { focusLatest, focusOn, useTakesFocus } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";

const SAVE_AFTER_MS = 700;
const FIELD = "#statement";
const LIMIT = 2_000;

export type Statement = ReturnType<typeof useStatement>;

/** What can be written now: the first statement, new words for it, or nothing. */
export function writingIn({ empathy, me, status }: Session): "first" | "again" | null {
  if (status === "ENDED" || me.stage !== 2) return null;
  if (!empathy.myAttempt) return "first";
  return empathy.myAttempt.status === "REFINING" ? "again" : null;
}

export function useStatement(session: Session) {
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
  const isGoing = useRef(false);
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
    if (isGoing.current || !content || [...content].length > LIMIT) return;
    const answer = await api.post<DraftAnswer>(path, { content, feelings: feelings.peek() });
    keepHelp(id, answer.help);
    if (content !== text.peek().trim()) return; // there are newer words already
    [concern.value, isSaved.value] = [answer.concern, true];
    writeWords(name, "");
  }
  function saveSoon(): void {
    isSaved.value = false;
    clearTimeout(timer.current);
    // Should it fail, the words are on the device: the next change or connection brings them over.
    timer.current = window.setTimeout(() => void save().catch(asApiError), SAVE_AFTER_MS);
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
    focusOn(FIELD);
  }
  /** Nothing of it is kept once it is where it should be. */
  async function letGo(telling: () => Promise<unknown>): Promise<void> {
    isGoing.current = true; // else what is shown anew meanwhile would save a draft of what has been sent
    try {
      await telling();
      clearTimeout(timer.current);
      writeWords(name, "");
    } finally {
      isGoing.current = false;
    }
  }
  return { writing, text, feelings, concern, isSaved, isOpen, write, toggle, takeOver, letGo };
}

type PanelProps = SessionProps & { statement: Statement };

export function StatementPanel({ session, statement }: PanelProps) {
  const isSending = useSignal(false);
  useEffect(() => {
    isSending.value = false;
    if (statement.writing === "again") void markSeen(session.id, "context_received");
  }, [statement.writing, session.empathy.myAttempt?.revision]);
  if (!statement.writing) return null;
  function notYet(): void {
    isSending.value = false;
    focusOn(FIELD);
  }
  if (isSending.value) return <Consent session={session} statement={statement} onNotYet={notYet} />;
  if (statement.isOpen.value) return <Panel session={session} statement={statement} onNext={() => (isSending.value = true)} />;
  // In care nobody is asked to write, but nobody loses what they are writing either.
  return session.care ? null : <p class="moment-quiet">
    <Button onClick={() => openStatement(statement)}>
      {t(statement.text.value ? "statement.openAgain" : "statement.open")}
    </Button>
  </p>;
}

export function openStatement(statement: Statement): void {
  statement.isOpen.value = true;
  focusOn(FIELD);
}

function Panel({ session, statement, onNext }: PanelProps & { onNext: () => void }) {
  const { text, concern, isSaved, writing } = statement;
  const isTold = useSignal(false);
  const name = session.partner.name;
  const words = text.value.trim();
  const isSame = writing === "again" && words === session.empathy.myAttempt?.content;
  const isReady = words !== "" && [...words].length <= LIMIT && !isSame;
  const canSend = may(session, writing === "again" ? "RESUBMIT" : "CONSENT");
  function next(): void {
    isTold.value = isSame;
    if (isReady) onNext();
    else focusOn(FIELD);
  }
  return <section class="card moment statement" aria-labelledby="statement-title">
    <h3 id="statement-title">{t(writing === "again" ? "statement.refineTitle" : "statement.title", { name })}</h3>
    <p class="quiet" id="statement-text">{t(writing === "again" ? "statement.refineText" : "statement.text", { name })}</p>
    <div class="field">
      <label for="statement">{t("statement.label", { name })}</label>
      <textarea
        id="statement" rows={5} autocomplete="off" dir="auto" value={text.value} aria-describedby="statement-text statement-hints"
        onInput={(event) => statement.write(event.currentTarget.value)}
      />
      <div id="statement-hints">
        <Counted text={words} limit={LIMIT} />
        {words && !isSame && <p class="hint">{t(isSaved.value ? "statement.saved" : "statement.unsaved")}</p>}
      </div>
    </div>
    <div role="status">
      {concern.value && <p class="concern">{t(`statement.concern.${concern.value}`, { name })}</p>}
      {isTold.value && isSame && <p class="concern">{t("statement.unchanged")}</p>}
    </div>
    <FeelingChips {...statement} />
    {!canSend && <p class="hint">{t("statement.blocked")}</p>}
    <p class="actions">
      {canSend && <Button kind="primary" aria-disabled={!isReady} onClick={next}>{t("statement.next")}</Button>}
      {writing === "first" && <Button kind="quiet" onClick={() => (statement.isOpen.value = false)}>{t("statement.close")}</Button>}
    </p>
    {writing === "again" && may(session, "KEEP") && <Keep session={session} statement={statement} />}
  </section>;
}

/** Feelings to name, if one fits. What is meant goes with the statement and helps to read it as it was meant. */
function FeelingChips({ feelings: { value: chosen }, toggle }: Pick<Statement, "feelings" | "toggle">) {
  return <details class="feelings">
    <summary>
      {chosen.length > 0 ? t("statement.feelingsChosen", { feelings: chosen.map(feelingName).join(", ") }) : t("statement.feelings")}
      {" "}<span class="quiet">({t("field.optional")})</span>
    </summary>
    {chosen.length === 0 && <p class="hint">{t("statement.feelingsNudge")}</p>}
    <div class="chips" role="group" aria-label={t("statement.feelings")}>
      {FEELINGS.map((one) => <FeelingChip key={one} feeling={one} isChosen={chosen.includes(one)} onToggle={toggle} />)}
    </div>
  </details>;
}

function Keep({ session, statement }: PanelProps) {
  const task = useTask();
  const keeping = useQuestion(task, keep, {
    title: t("statement.keepTitle"), text: t("statement.keepText"), yes: t("statement.keep"), no: t("statement.goBack"),
  });
  async function keep(): Promise<void> {
    await statement.letGo(() => act(session.id, "empathy/keep"));
    focusLatest();
  }
  return <>{task.problem}<p class="actions">{keeping.button(t("statement.keep"))}</p>{keeping.dialog}</>;
}

/** The one moment in which words are let go: exactly these, and who sees them when. */
function Consent({ session, statement, onNotYet }: PanelProps & { onNotYet: () => void }) {
  const heading = useTakesFocus();
  const task = useTask();
  const { id, empathy, partner: { name } } = session;
  const { concern, feelings, writing } = statement;
  const content = statement.text.value.trim();
  const isAgain = writing === "again";
  const canSend = may(session, isAgain ? "RESUBMIT" : "CONSENT");
  async function send(): Promise<void> {
    const words = { content, feelings: feelings.peek() };
    await statement.letGo(() => (isAgain ? act(id, "empathy/resubmit", words) : act(id, "empathy/consent", { consent: true, ...words })));
    focusLatest();
  }
  return <section class="card moment statement" aria-labelledby="consent-title">
    <h3 id="consent-title" ref={heading} tabIndex={-1}>{t("consent.title")}</h3>
    <Quoted title={t("consent.exact")} words={content} />
    {concern.value && <p class="concern">{t(`statement.concern.${concern.value}`, { name })}</p>}
    <Promises
      words={isAgain && empathy.myAttempt?.revealedAt ? [t("consent.afterReveal", { name })]
        : [t("consent.who", { name }), t("consent.guide", { name }), t("consent.back")]}
    />
    {task.problem}
    {!canSend && <p class="hint">{t("statement.blocked")}</p>}
    <p class="actions">
      {canSend && task.button(t(isAgain ? "statement.sendNew" : "consent.send"), send, "primary")}
      <Button onClick={onNotYet}>{t("consent.notYet")}</Button>
    </p>
  </section>;
}
