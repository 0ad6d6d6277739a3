/** Where the statement is written, for the first time or anew, and from where it is sent after one more look. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Counted } from "../ui/counted";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { Consent } from "./consent";
import { focusStatement, STATEMENT, STATEMENT_LIMIT, type Statement } from "./draft";
import { FeelingChips } from "./feelings";
import { act, focusLatest, markSeen, may } from "./state";

type PanelProps = { session: Session; statement: Statement };

export function StatementPanel({ session, statement }: PanelProps) {
  const isSending = useSignal(false);
  useEffect(() => {
    isSending.value = false;
    if (statement.writing === "again") void markSeen(session.id, "context_received");
  }, [statement.writing, session.empathy.myAttempt?.revision]);
  if (!statement.writing) return null;
  function notYet(): void {
    isSending.value = false;
    focusStatement();
  }
  if (isSending.value) return <Consent session={session} statement={statement} onNotYet={notYet} />;
  // In care nobody is asked to write, but nobody loses what they are writing either.
  if (!statement.isOpen.value) return session.care ? null : <Opener statement={statement} />;
  return <Panel session={session} statement={statement} onNext={() => (isSending.value = true)} />;
}

export function openStatement(statement: Statement): void {
  statement.isOpen.value = true;
  focusStatement();
}

function Opener({ statement }: { statement: Statement }) {
  return (
    <p class="moment-quiet">
      <button type="button" class="button" onClick={() => openStatement(statement)}>
        {t(statement.text.value ? "statement.openAgain" : "statement.open")}
      </button>
    </p>
  );
}

function Panel({ session, statement, onNext }: PanelProps & { onNext: () => void }) {
  const { text, concern, isSaved, writing } = statement;
  const isTold = useSignal(false);
  const name = session.partner.name;
  const words = text.value.trim();
  const isSame = writing === "again" && words === session.empathy.myAttempt?.content;
  const isReady = words !== "" && [...words].length <= STATEMENT_LIMIT && !isSame;
  const canSend = may(session, writing === "again" ? "RESUBMIT" : "CONSENT");
  function next(): void {
    isTold.value = isSame;
    if (isReady) onNext();
    else focusStatement();
  }
  return (
    <section class="card moment statement" aria-labelledby="statement-title">
      <h3 id="statement-title">{t(writing === "again" ? "statement.refineTitle" : "statement.title", { name })}</h3>
      <p class="quiet" id="statement-text">{t(writing === "again" ? "statement.refineText" : "statement.text", { name })}</p>
      <div class="field">
        <label for={STATEMENT}>{t("statement.label", { name })}</label>
        <textarea
          id={STATEMENT} rows={5} autocomplete="off" dir="auto" value={text.value} aria-describedby="statement-text statement-hints"
          onInput={(event) => statement.write(event.currentTarget.value)}
        />
        <div id="statement-hints">
          <Counted text={words} limit={STATEMENT_LIMIT} />
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
        {canSend && (
          <button type="button" class="button primary" aria-disabled={!isReady} onClick={next}>{t("statement.next")}</button>
        )}
        {writing === "first" && (
          <button type="button" class="button quiet" onClick={() => (statement.isOpen.value = false)}>{t("statement.close")}</button>
        )}
      </p>
      {writing === "again" && may(session, "KEEP") && <Keep session={session} statement={statement} />}
    </section>
  );
}

function Keep({ session, statement }: PanelProps) {
  const isAsking = useSignal(false);
  const task = useTask();
  const button = useRef<HTMLButtonElement>(null);
  async function keep(): Promise<void> {
    await act(session.id, "empathy/keep");
    statement.forget();
    focusLatest();
  }
  return (
    <>
      <Problem task={task} />
      <p class="actions">
        <button ref={button} type="button" class="button" aria-disabled={task.busy} onClick={() => (isAsking.value = true)}>
          {t("statement.keep")}
        </button>
      </p>
      {isAsking.value && (
        <Confirm
          title={t("statement.keepTitle")} text={t("statement.keepText")} yes={t("statement.keep")} no={t("statement.goBack")}
          onYes={() => task.run(keep)} onNo={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}
