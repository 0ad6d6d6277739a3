/** Whose turn it is, in words, and the one thing to do. The server decided it; this only finds the words. */
import { useEffect } from "preact/hooks";
import type { Session } from "../api/types";
import { focusCare } from "../conversation/care";
import type { Statement } from "../empathy/draft";
import { isOffered, openOffer } from "../empathy/offer";
import { act, may } from "../empathy/state";
import { openStatement } from "../empathy/statement";
import { focusValidation } from "../empathy/validation";
import { t } from "../messages";
import { isTogether } from "../together/state";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { FinishAlone } from "./finish";
import { changeSession, loadSession } from "./state";
import { wayTogether, wordsFor } from "./turn-words";

type TurnProps = { session: Session; statement: Statement | null };
type Action = Session["turn"]["actions"][number];

const TURN = "turn";
const LOOK_AGAIN_MS = 60_000;

/** For buttons that vanish when they have been pressed: the focus goes to what they changed. */
export function focusTurn(): boolean {
  const turn = document.getElementById(TURN);
  turn?.focus();
  return turn !== null;
}

/** Without a statement: on the page of what is done together, to which no way leads then. */
export function Turn({ session, statement }: TurnProps) {
  const { kind, title, text } = wordsFor(session);
  useLookAgain(session);
  return (
    <section class={`card turn ${kind}`} aria-labelledby={TURN}>
      <div role="status">
        <h2 id={TURN} tabIndex={-1}>{title}</h2>
        <p>{text}</p>
      </div>
      <Ways session={session} statement={statement} />
    </section>
  );
}

/** That an analysis is overdue, or a silence long enough, is a matter of time: no event tells it. */
function useLookAgain({ id, turn }: Session): void {
  useEffect(() => {
    if (!turn.waitingFor) return;
    const timer = setInterval(() => void loadSession(id).catch(() => undefined), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [id, turn.waitingFor]);
}

function Ways({ session, statement }: TurnProps) {
  const task = useTask();
  const { id, empathy, partner: { name } } = session;
  const can = (action: Action) => session.turn.actions.includes(action);
  const isOverdue = empathy.myAttempt?.status === "ANALYZING" && may(session, "KEEP");
  async function resume(): Promise<void> {
    await changeSession(id, "resume");
    focusTurn();
  }
  async function goOn(): Promise<void> {
    await act(id, "empathy/keep");
    focusTurn();
  }
  const button = (isThere: boolean, words: string, onClick: () => void, kind = "button primary") =>
    isThere && <button type="button" class={kind} aria-disabled={task.busy} onClick={onClick}>{words}</button>;
  return (
    <>
      <Problem task={task} />
      <div class="actions">
        {session.care && <button type="button" class="button" onClick={focusCare}>{t("turn.toCare")}</button>}
        {button(can("RESUME"), t("turn.resume"), () => task.run(resume))}
        {can("SIGN_COMPACT") && <a class="button primary" href={`/sessions/${id}/compact`}>{t("turn.readCompact")}</a>}
        {!session.care && button(isOffered(session), t("turn.toOffer"), () => (openOffer.value = id))}
        {button(may(session, "VALIDATE") && empathy.partnerAttempt?.status === "REVEALED", t("turn.toValidation", { name }), focusValidation)}
        {!session.care && button(statement?.writing === "again", t("turn.toRefine"), () => openStatement(statement!))}
        {!session.care && statement && isTogether(session) && <a class="button primary" href={`/sessions/${id}/together`}>{wayTogether(session)}</a>}
        {button(isOverdue, t("turn.goOn"), () => task.run(goOn), "button")}
        {can("INVITE") && <a class="button" href={`/sessions/${id}/invitation`}>{t("turn.invite", { name })}</a>}
        {can("FINISH_ALONE") && <FinishAlone id={id} onFinished={focusTurn} />}
      </div>
    </>
  );
}
