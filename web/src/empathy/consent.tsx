/** The one moment in which words are let go: exactly these, and who sees them when. */
import { useEffect, useRef } from "preact/hooks";
import type { AttemptAnswer, Session, StatusAnswer } from "../api/types";
import { t } from "../messages";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import type { Statement } from "./draft";
import { act, focusLatest, may } from "./state";

type ConsentProps = { session: Session; statement: Statement; onNotYet: () => void };

export function Consent({ session, statement, onNotYet }: ConsentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const task = useTask();
  const { id, empathy, partner: { name } } = session;
  const { concern, feelings, writing } = statement;
  const content = statement.text.value.trim();
  const isAgain = writing === "again";
  const canSend = may(session, isAgain ? "RESUBMIT" : "CONSENT");
  useEffect(() => heading.current?.focus(), []);

  async function send(): Promise<void> {
    const words = { content, feelings: feelings.peek() };
    if (isAgain) await act<StatusAnswer>(id, "empathy/resubmit", words);
    else await act<AttemptAnswer>(id, "empathy/consent", { consent: true, ...words });
    statement.forget();
    focusLatest();
  }
  return (
    <section class="card moment statement" aria-labelledby="consent-title">
      <h3 id="consent-title" ref={heading} tabIndex={-1}>{t("consent.title")}</h3>
      <figure class="quotation">
        <figcaption>{t("consent.exact")}</figcaption>
        <blockquote dir="auto">{content}</blockquote>
      </figure>
      {concern.value && <p class="concern">{t(`statement.concern.${concern.value}`, { name })}</p>}
      <ul class="promises">
        {isAgain && empathy.myAttempt?.revealedAt ? <li>{t("consent.afterReveal", { name })}</li> : (
          <>
            <li>{t("consent.who", { name })}</li>
            <li>{t("consent.guide", { name })}</li>
            <li>{t("consent.back")}</li>
          </>
        )}
      </ul>
      <Problem task={task} />
      {!canSend && <p class="hint">{t("statement.blocked")}</p>}
      <p class="actions">
        {canSend && (
          <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(send)}>
            {t(isAgain ? "statement.sendNew" : "consent.send")}
          </button>
        )}
        <button type="button" class="button" onClick={onNotYet}>{t("consent.notYet")}</button>
      </p>
    </section>
  );
}
