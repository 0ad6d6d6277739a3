/** The verdict on what the partner imagined, right below their words: it belongs to the one whom they are about. */
import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Judged, Message, Session, Verdict } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { Feedback, FEEDBACK_LIMIT, useFeedback } from "./feedback";
import { LastLook } from "./last-look";
import { act, focusLatest, markSeen, may } from "./state";

const VERDICTS = ["ACCURATE", "PARTIAL", "MISSES"] as const;
const VALIDATION = "validation";
// What was chosen outlives the place where it was: the words themselves may come after the session that tells of them.
const choices = new Map<string, Signal<Verdict | null>>();

function choiceIn(sessionId: string): Signal<Verdict | null> {
  const known = choices.get(sessionId) ?? signal<Verdict | null>(null);
  choices.set(sessionId, known);
  return known;
}

export function focusValidation(): void {
  document.getElementById(VALIDATION)?.scrollIntoView({ block: "center" });
  document.querySelector<HTMLInputElement>(`#${VALIDATION} input, #${VALIDATION} button`)?.focus({ preventScroll: true });
}

export function Validation({ session }: { session: Session }) {
  const { id, empathy: { partnerAttempt } } = session;
  const isOpen = may(session, "VALIDATE");
  const chosen = choiceIn(id);
  useEffect(() => {
    if (isOpen) void markSeen(id, "validate_partner_empathy");
  }, [isOpen, partnerAttempt?.content]);
  if (!partnerAttempt) return null;
  const { myVerdict, status } = partnerAttempt;
  if (status === "VALIDATED") return myVerdict && <p class="verdict">{t("validation.said", { verdict: t(`validation.${myVerdict}`) })}</p>;
  return (
    <div class="validation" id={VALIDATION}>
      {myVerdict === "MISSES" && <p class="verdict">{standing(session)}</p>}
      {isOpen && <Verdicts session={session} chosen={chosen} />}
      {[myVerdict, chosen.value].includes("MISSES") && may(session, "ACCEPT_DIFFERENCE") && <Difference session={session} />}
      {!isOpen && <p class="hint">{t("statement.blocked")}</p>}
    </div>
  );
}

/** The words may lie so far back that they are not loaded; the verdict is asked for all the same. */
export function LateValidation({ session, messages }: { session: Session; messages: Message[] }) {
  const { partnerAttempt } = session.empathy;
  if (messages.some(({ role }) => role === "EMPATHY_VALIDATION_PROMPT")) return null;
  if (!partnerAttempt || partnerAttempt.status === "VALIDATED") return null;
  return (
    <section class="card moment" aria-label={t("inline.theirStatement", { name: session.partner.name })}>
      <figure class="quotation">
        <figcaption>{t("inline.theirStatement", { name: session.partner.name })}</figcaption>
        <blockquote dir="auto">{partnerAttempt.content}</blockquote>
      </figure>
      <Validation session={session} />
    </section>
  );
}

function standing({ empathy, partner: { name } }: Session): string {
  return empathy.partnerAttempt?.status === "REFINING" ? t("validation.waiting", { name }) : t("validation.missed");
}

function Verdicts({ session, chosen }: { session: Session; chosen: Signal<Verdict | null> }) {
  const feedback = useFeedback(session.id);
  const task = useTask();
  const isAsking = useSignal(false);
  const words = feedback.text.value.trim();
  // New words are on their way: until they are here, only a yes changes anything.
  const open = VERDICTS.filter((one) => one !== "MISSES" || session.empathy.partnerAttempt?.status !== "REFINING");

  function send(): void {
    if ([...words].length > FEEDBACK_LIMIT) return;
    if (words && feedback.isShared.peek()) isAsking.value = true;
    else void task.run(say);
  }
  async function say(): Promise<void> {
    if (!chosen.peek()) return;
    const added = words ? { feedback: words, shareFeedback: feedback.isShared.peek() } : {};
    await act<Judged>(session.id, "empathy/validate", { rating: chosen.peek(), ...added });
    feedback.forget();
    chosen.value = null;
    focusLatest();
  }
  return (
    <>
      <fieldset class="verdicts">
        <legend>{t("validation.legend")}</legend>
        {open.map((verdict) => (
          <label key={verdict}>
            <input
              type="radio" name={VALIDATION} value={verdict} checked={chosen.value === verdict}
              onChange={() => (chosen.value = verdict)}
            />
            <span>{t(`validation.${verdict}`)}</span>
          </label>
        ))}
      </fieldset>
      {chosen.value && (
        <>
          <Feedback session={session} feedback={feedback} />
          <Problem task={task} />
          <p class="actions">
            <button type="button" class="button primary" aria-disabled={task.busy} onClick={send}>{t("validation.send")}</button>
          </p>
          {isAsking.value && (
            <LastLook session={session} words={words} onYes={() => task.run(say)} onNo={() => (isAsking.value = false)} />
          )}
        </>
      )}
    </>
  );
}

function Difference({ session: { id, partner: { name } } }: { session: Session }) {
  const isAsking = useSignal(false);
  const task = useTask();
  async function accept(): Promise<void> {
    await act<Judged>(id, "empathy/skip-refinement");
    focusLatest();
  }
  return (
    <>
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button" aria-disabled={task.busy} onClick={() => (isAsking.value = true)}>{t("validation.accept")}</button>
      </p>
      {isAsking.value && (
        <Confirm
          title={t("validation.acceptTitle")} text={t("validation.acceptText", { name })}
          yes={t("validation.acceptConfirm")} no={t("validation.goBack")}
          onYes={() => task.run(accept)} onNo={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}
