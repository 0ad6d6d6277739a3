/** Whose turn it is, in words, and the one thing to do. The server decided it; this only finds the words. */
import { useEffect } from "preact/hooks";
import { refreshAll } from "../api/events";
import type { WaitingFor } from "../api/types";
import { isOffered, openOffer } from "../empathy/offer";
import { openStatement, type Statement } from "../empathy/statement";
import { focusValidation } from "../empathy/validation";
import { t } from "../messages";
import { CARE, focusNow, TURN } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";
import { actThen, isTogether, may, type Session, type SessionProps } from "./state";

type TurnProps = SessionProps & { statement: Statement | null };
type TurnWords = { kind: "yours" | "waiting" | "rest"; title: string; text: string };

const LOOK_AGAIN_MS = 60_000;

/** Without a statement: on the page of what is done together, to which no way leads then. */
export function Turn({ session, statement }: TurnProps) {
  const { kind, title, text } = wordsFor(session);
  useLookAgain(session);
  return <section class={`card turn ${kind}`} aria-labelledby="turn">
    <div role="status">
      <h2 id="turn" tabIndex={-1}>{title}</h2>
      <p>{text}</p>
    </div>
    <Ways session={session} statement={statement} />
  </section>;
}

/** That an analysis is overdue, or a silence long enough, is a matter of time: no event tells it. */
function useLookAgain({ id, turn }: Session): void {
  useEffect(() => {
    if (!turn.waitingFor) return;
    const timer = setInterval(() => void refreshAll(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [id, turn.waitingFor]);
}

function Ways({ session, statement }: TurnProps) {
  const task = useTask();
  const { id, care, empathy, partner: { name } } = session;
  const go = (path: string) => actThen(TURN, id, path);
  const show = (isThere: boolean, words: string, onClick: () => void) =>
    isThere && <Button kind="primary" onClick={onClick}>{words}</Button>;
  return <>
    {task.problem}
    <div class="actions">
      {care && <Button onClick={() => focusNow(CARE)}>{t("turn.toCare")}</Button>}
      {may(session, "RESUME") && task.button(t("turn.resume"), () => go("resume"), "primary")}
      {may(session, "SIGN_COMPACT") && <a class="button primary" href={`/sessions/${id}/compact`}>{t("turn.readCompact")}</a>}
      {show(!care && isOffered(session), t("turn.toOffer"), () => (openOffer.value = id))}
      {show(may(session, "VALIDATE") && empathy.partnerAttempt?.status === "REVEALED", t("turn.toValidation", { name }), focusValidation)}
      {show(!care && statement?.writing === "again", t("turn.toRefine"), () => openStatement(statement!))}
      {!care && statement && isTogether(session) && <a class="button primary" href={`/sessions/${id}/together`}>{wayTogether(session)}</a>}
      {empathy.myAttempt?.status === "ANALYZING" && may(session, "KEEP") && task.button(t("turn.goOn"), () => go("empathy/keep"))}
      {may(session, "INVITE") && <a class="button" href={`/sessions/${id}/invitation`}>{t("turn.invite", { name })}</a>}
      {may(session, "FINISH_ALONE") && <FinishAlone onFinish={() => go("finish-alone")} />}
    </div>
  </>;
}

/** After a long silence of the other one: an end for oneself, asked for twice. */
function FinishAlone({ onFinish }: { onFinish: () => Promise<void> }) {
  const task = useTask();
  const finishing = useQuestion(task, onFinish, {
    title: t("finish.title"), text: t("finish.text"), yes: t("finish.confirm"), no: t("finish.stay"),
  });
  return <>{task.problem}{finishing.button(t("finish.open"))}{finishing.dialog}</>;
}

/** Waiting reads the same whatever the partner has or has not done in private. */
export function wordsFor(session: Session): TurnWords {
  const { status, paused, turn, closing, partner: { name } } = session;
  const rest = (title: string, text: string): TurnWords => ({ kind: "rest", title, text });
  if (status === "RESOLVED") {
    const isDue = session.pendingActions.some(({ type }) => type === "follow_up_due");
    return { kind: isDue ? "yours" : "rest", title: t("turn.resolved"), text: t(isDue ? "turn.lookBack" : "turn.resolvedText") };
  }
  if (status === "ENDED") return rest(t("turn.ended"), t(closing.byMe && closing.byPartner ? "turn.closedText" : "turn.endedText"));
  if (paused.byMe) return rest(t("turn.pausedByMe"), t("turn.pausedByMeText", { name }));
  if (paused.byPartner) return rest(t("turn.pausedByPartner", { name }), t("turn.pausedByPartnerText"));
  if (session.care) return rest(t("turn.care"), t("turn.careText"));
  if (turn.kind === "PARTNER") return { kind: "waiting", title: t("turn.partner", { name }), text: waitingText(session, turn.waitingFor) };
  if (turn.kind === "YOURS") return { kind: "yours", title: t("turn.yours"), text: yourTurn(session) };
  if (turn.waitingFor !== "ANALYSIS") return { kind: "waiting", title: t("turn.guide"), text: t("turn.guideText") };
  if (session.me.stage > 2) return { kind: "waiting", title: t("turn.grounding"), text: t("turn.groundingText") };
  const isOverdue = session.empathy.myAttempt?.overdue;
  return { kind: "waiting", title: t("turn.analysis"), text: t(isOverdue ? "turn.overdueText" : "turn.analysisText") };
}

const WAITING = {
  PARTNER_JOIN: "turn.partnerJoin", PARTNER_STAGE1: "turn.partnerStage1", PARTNER_SHARE: "turn.partnerShare",
  PARTNER_STATEMENT: "turn.partnerStatement", PARTNER_VALIDATION: "turn.partnerValidation", PARTNER_REVISION: "turn.partnerRevision",
  PARTNER_NEEDS: "turn.partnerNeeds", PARTNER_COMMON_GROUND: "turn.partnerGround", PARTNER_IDEAS: "turn.partnerIdeas",
  PARTNER_RANKING: "turn.partnerRanking", PARTNER_AGREEMENT: "turn.partnerAgreement",
} as const;

function waitingText({ empathy, partner: { name } }: Session, waitingFor: WaitingFor | null): string {
  if (waitingFor === "PARTNER_JOIN" && empathy.myAttempt) return t("turn.heldJoin", { name });
  return waitingFor && waitingFor in WAITING ? t(WAITING[waitingFor as keyof typeof WAITING], { name }) : t("turn.partnerText");
}

function yourTurn(session: Session): string {
  const { me, empathy, partner: { name } } = session;
  if (may(session, "SIGN_COMPACT")) return t("turn.signCompact");
  if (me.stage === 1) return t("turn.witness");
  if (me.stage > 2) return togetherTurn(session);
  if (me.stage < 2) return t("turn.onboarding");
  if (isOffered(session)) return t("turn.offer", { name });
  if (empathy.partnerAttempt?.status === "REVEALED") {
    return t(empathy.partnerAttempt.myVerdict === "MISSES" ? "turn.missed" : "turn.validate", { name });
  }
  return empathy.myAttempt?.status === "REFINING" ? t("turn.refine") : t("turn.perspective", { name });
}

const IN_PHASE = { RANKING: "turn.rank", REVEALING: "turn.overlap", NEGOTIATING: "turn.negotiate", AGREED: "turn.agreed" } as const;

function togetherTurn(session: Session): string {
  const { phase, me, partner: { name } } = session;
  if (may(session, "CONFIRM_AGREEMENT")) return t("turn.agreement", { name });
  if (phase === "COLLECTING") return t("turn.ideas", { name });
  if (phase) return t(IN_PHASE[phase]);
  return me.stages["3"]?.gates.needsRevealed ? t("turn.ground") : t("turn.needs", { name });
}

/** What waits behind the way to what is done together. */
export function wayTogether({ status, phase }: Session): string {
  if (status === "ENDED") return t("turn.toClosed");
  if (status === "RESOLVED" || phase === "AGREED") return t("turn.toAgreement");
  return t(phase ? "turn.toIdeas" : "turn.toNeeds");
}
