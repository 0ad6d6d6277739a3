/**
 * What crossed between the two, where it happened: in the conversation, as quiet quotations; and right below what the partner
 * imagined the verdict on it, which belongs to the one whom it is about.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { Message, ProposedFeedback, Verdict } from "../api/types";
import { Bubble } from "../conversation/said";
import { ofViewer } from "../identity/state";
import { formatLately, t } from "../messages";
import { act, markSeen, may, type Session, type SessionProps } from "../session/state";
import { Check, Choices, WordsField } from "../ui/form";
import { useText, type Text } from "../ui/kept";
import { Quoted } from "../ui/page";
import { focusLatest, focusNow, useOnScreen } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";
import { useLastLook } from "./coach";

/** Nothing for what the guide or the member simply said. */
export function inlineOf(message: Message, messages: Message[], session: Session) {
  const title = titleOf(message, session);
  if (title !== null) return <Quotation key={message.id} title={title} message={message} sessionId={session.id} />;
  if (message.role !== "EMPATHY_VALIDATION_PROMPT") return null;
  const isNewest = messages.findLast(({ role }) => role === message.role)?.id === message.id;
  return <Bubble key={message.id} own={false} text={message.content} at={message.createdAt}>
    {isNewest && <Validation session={session} />}
  </Bubble>;
}

/** Whose words these are and what they are; null for ordinary talk. */
export function titleOf({ role, author }: Message, { partner: { name } }: Session): string | null {
  const mine = author === "ME";
  switch (role) {
    case "EMPATHY_STATEMENT":
      return t(mine ? "inline.myStatement" : "inline.theirStatement", { name });
    case "SHARED_CONTEXT":
      return t(mine ? "inline.myContext" : "inline.theirContext", { name });
    case "VALIDATION_FEEDBACK":
      return t("inline.feedback", { name });
    default:
      return null;
  }
}

/** The other one's words count as seen once they were on screen. */
function Quotation({ title, message, sessionId }: { title: string; message: Message; sessionId: string }) {
  const isMine = message.author === "ME";
  const item = useRef<HTMLLIElement>(null);
  useOnScreen(item, isMine ? null : () => api.post(`/sessions/${sessionId}/messages/seen`, { seq: message.seq }), message.id);
  return <li ref={item} class={`said crossed ${isMine ? "mine" : "theirs"}`} tabIndex={-1}>
    <figure class="quotation">
      <figcaption>
        <span>{title}</span>
        <time dateTime={message.createdAt}>{formatLately(message.createdAt)}</time>
      </figcaption>
      <blockquote dir="auto">{message.content}</blockquote>
    </figure>
  </li>;
}

const VERDICTS = ["ACCURATE", "PARTIAL", "MISSES"] as const;
const VALIDATION = "validation";
const LIMIT = 1_000;

/** By session. What was chosen outlives the place where it was: the words themselves may come after the session that tells of them. */
const choices = ofViewer<Record<string, { verdict: Verdict | null; isShared: boolean }>>({});

function choiceIn(id: string): { verdict: Verdict | null; isShared: boolean } {
  return choices.value[id] ?? { verdict: null, isShared: false };
}

function choose(id: string, choice: { verdict?: Verdict | null; isShared?: boolean }): void {
  choices.value = { ...choices.peek(), [id]: { ...choiceIn(id), ...choice } };
}

export function focusValidation(): void {
  document.getElementById(VALIDATION)?.scrollIntoView({ block: "center" });
  focusNow(`#${VALIDATION} input, #${VALIDATION} button`, { preventScroll: true });
}

function Validation({ session }: SessionProps) {
  const { id, empathy: { partnerAttempt } } = session;
  const isOpen = may(session, "VALIDATE");
  useEffect(() => {
    if (isOpen) void markSeen(id, "validate_partner_empathy");
  }, [isOpen, partnerAttempt?.content]);
  if (!partnerAttempt) return null;
  const { myVerdict, status } = partnerAttempt;
  if (status === "VALIDATED") return myVerdict && <p class="verdict">{t("validation.said", { verdict: t(`validation.${myVerdict}`) })}</p>;
  return <div class="validation" id={VALIDATION}>
    {myVerdict === "MISSES" && <p class="verdict">{standing(session)}</p>}
    {isOpen && <Verdicts session={session} />}
    {[myVerdict, choiceIn(id).verdict].includes("MISSES") && may(session, "ACCEPT_DIFFERENCE") && <Difference session={session} />}
    {!isOpen && <p class="hint">{t("statement.blocked")}</p>}
  </div>;
}

/** The words may lie so far back that they are not loaded; the verdict is asked for all the same. */
export function LateValidation({ session, messages }: SessionProps & { messages: Message[] }) {
  const { partnerAttempt } = session.empathy;
  if (messages.some(({ role }) => role === "EMPATHY_VALIDATION_PROMPT")) return null;
  if (!partnerAttempt || partnerAttempt.status === "VALIDATED") return null;
  const title = t("inline.theirStatement", { name: session.partner.name });
  return <section class="card moment" aria-label={title}>
    <Quoted title={title} words={partnerAttempt.content} />
    <Validation session={session} />
  </section>;
}

function standing({ empathy, partner: { name } }: Session): string {
  return empathy.partnerAttempt?.status === "REFINING" ? t("validation.waiting", { name }) : t("validation.missed");
}

function Verdicts({ session }: SessionProps) {
  const { id, empathy } = session;
  const feedback = useText(`feedback:${id}`);
  const task = useTask();
  const lastLook = useLastLook(session, task, say);
  const { verdict, isShared } = choiceIn(id);
  const words = feedback.text.value.trim();
  // New words are on their way: until they are here, only a yes changes anything.
  const open = VERDICTS.filter((one) => one !== "MISSES" || empathy.partnerAttempt?.status !== "REFINING");
  function send(): void {
    if ([...words].length > LIMIT) return;
    if (words && isShared) lastLook.show(words);
    else void task.run(say);
  }
  async function say(): Promise<void> {
    const added = words ? { feedback: words, shareFeedback: isShared } : {};
    await act(id, "empathy/validate", { rating: verdict, ...added });
    feedback.write("");
    choose(id, { verdict: null, isShared: false });
    focusLatest();
  }
  return <>
    <Choices
      legend={t("validation.legend")} name={VALIDATION} options={open.map((one) => [one, t(`validation.${one}`)] as const)}
      chosen={verdict} onChoose={(chosen) => choose(id, { verdict: chosen as Verdict })}
    />
    {verdict && <>
      <Feedback session={session} feedback={feedback} />
      {task.problem}
      <p class="actions"><Button kind="primary" aria-disabled={task.busy} onClick={send}>{t("validation.send")}</Button></p>
      {lastLook.dialog}
    </>}
  </>;
}

/** What one would add to a verdict: for oneself, or for the partner, with help to find kind and clear words. */
function Feedback({ session, feedback: { text, write } }: SessionProps & { feedback: Text }) {
  const proposed = useSignal("");
  const task = useTask();
  const { id, partner: { name } } = session;
  const words = text.value.trim();
  async function ask(): Promise<void> {
    const { proposedFeedback } = await act<ProposedFeedback>(id, "empathy/validation-feedback/draft", { notes: words });
    proposed.value = proposedFeedback ?? "";
  }
  function use(): void {
    write(proposed.peek());
    proposed.value = "";
    focusNow("#feedback");
  }
  return <>
    <WordsField
      id="feedback" label={t("validation.words")} hint={t("validation.wordsHint", { name })} optional rows={3}
      text={text.value} limit={LIMIT} onWrite={write}
    />
    {words && <>{task.problem}<p class="actions">{task.button(t("validation.coach"), ask)}</p></>}
    <div role="status">
      {proposed.value && <figure class="draft">
        <figcaption>{t("validation.proposed")}</figcaption>
        <blockquote dir="auto">{proposed.value}</blockquote>
        <Button onClick={use}>{t("validation.use")}</Button>
      </figure>}
    </div>
    {words && <Check
      checked={choiceIn(id).isShared} onTick={(isShared) => choose(id, { isShared })}
      label={<>{t("validation.share", { name })} <span class="quiet">{t("validation.shareHint", { name })}</span></>}
    />}
  </>;
}

function Difference({ session: { id, partner: { name } } }: SessionProps) {
  const task = useTask();
  const accepting = useQuestion(task, accept, {
    title: t("validation.acceptTitle"), text: t("validation.acceptText", { name }),
    yes: t("validation.acceptConfirm"), no: t("validation.goBack"),
  });
  async function accept(): Promise<void> {
    await act(id, "empathy/skip-refinement");
    focusLatest();
  }
  return <>{task.problem}<p class="actions">{accepting.button(t("validation.accept"))}</p>{accepting.dialog}</>;
}
