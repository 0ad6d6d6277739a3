/** The words for whose turn it is. Waiting reads the same whatever the partner has or has not done in private. */
import type { Session, WaitingFor } from "../api/types";
import { t } from "../messages";

export type TurnWords = { kind: "yours" | "waiting" | "rest"; title: string; text: string };

export function wordsFor(session: Session): TurnWords {
  const { status, paused, turn, closing, partner: { name } } = session;
  if (status === "RESOLVED") return { kind: isDue(session) ? "yours" : "rest", title: t("turn.resolved"), text: t(isDue(session) ? "turn.lookBack" : "turn.resolvedText") };
  if (status === "ENDED" && closing.byMe && closing.byPartner) return { kind: "rest", title: t("turn.ended"), text: t("turn.closedText") };
  if (status === "ENDED") return { kind: "rest", title: t("turn.ended"), text: t("turn.endedText") };
  if (paused.byMe) return { kind: "rest", title: t("turn.pausedByMe"), text: t("turn.pausedByMeText", { name }) };
  if (paused.byPartner) {
    return { kind: "rest", title: t("turn.pausedByPartner", { name }), text: t("turn.pausedByPartnerText") };
  }
  if (session.care) return { kind: "rest", title: t("turn.care"), text: t("turn.careText") };
  if (turn.kind === "PARTNER") return { kind: "waiting", title: t("turn.partner", { name }), text: waitingText(session, turn.waitingFor) };
  if (turn.kind === "YOURS") return { kind: "yours", title: t("turn.yours"), text: yourTurn(session) };
  if (turn.waitingFor !== "ANALYSIS") return { kind: "waiting", title: t("turn.guide"), text: t("turn.guideText") };
  if (session.me.stage > 2) return { kind: "waiting", title: t("turn.grounding"), text: t("turn.groundingText") };
  const isOverdue = session.empathy.myAttempt?.overdue;
  return { kind: "waiting", title: t("turn.analysis"), text: t(isOverdue ? "turn.overdueText" : "turn.analysisText") };
}

function waitingText({ empathy, partner: { name } }: Session, waitingFor: WaitingFor | null): string {
  switch (waitingFor) {
    case "PARTNER_JOIN":
      return t(empathy.myAttempt ? "turn.heldJoin" : "turn.partnerJoin", { name });
    case "PARTNER_STAGE1":
      return t("turn.partnerStage1", { name });
    case "PARTNER_SHARE":
      return t("turn.partnerShare", { name });
    case "PARTNER_STATEMENT":
      return t("turn.partnerStatement", { name });
    case "PARTNER_VALIDATION":
      return t("turn.partnerValidation", { name });
    case "PARTNER_REVISION":
      return t("turn.partnerRevision", { name });
    case "PARTNER_NEEDS":
      return t("turn.partnerNeeds", { name });
    case "PARTNER_COMMON_GROUND":
      return t("turn.partnerGround", { name });
    case "PARTNER_IDEAS":
      return t("turn.partnerIdeas", { name });
    case "PARTNER_RANKING":
      return t("turn.partnerRanking", { name });
    case "PARTNER_AGREEMENT":
      return t("turn.partnerAgreement", { name });
    default:
      return t("turn.partnerText");
  }
}

function yourTurn(session: Session): string {
  const { me, turn, empathy, partner: { name } } = session;
  if (turn.actions.includes("SIGN_COMPACT")) return t("turn.signCompact");
  if (me.stage === 1) return t("turn.witness");
  if (me.stage > 2) return togetherTurn(session);
  if (me.stage < 2) return t("turn.onboarding");
  if (empathy.actions.includes("SHARE") || empathy.actions.includes("DECLINE")) return t("turn.offer", { name });
  if (empathy.partnerAttempt?.status === "REVEALED") {
    return t(empathy.partnerAttempt.myVerdict === "MISSES" ? "turn.missed" : "turn.validate", { name });
  }
  return empathy.myAttempt?.status === "REFINING" ? t("turn.refine") : t("turn.perspective", { name });
}

function togetherTurn({ phase, turn, me, partner: { name } }: Session): string {
  if (turn.actions.includes("CONFIRM_AGREEMENT")) return t("turn.agreement", { name });
  switch (phase) {
    case "COLLECTING":
      return t("turn.ideas", { name });
    case "RANKING":
      return t("turn.rank");
    case "REVEALING":
      return t("turn.overlap");
    case "NEGOTIATING":
      return t("turn.negotiate");
    case "AGREED":
      return t("turn.agreed");
    default:
      return me.stages["3"]?.gates.needsRevealed ? t("turn.ground") : t("turn.needs", { name });
  }
}

function isDue({ pendingActions }: Session): boolean {
  return pendingActions.some(({ type }) => type === "follow_up_due");
}

/** What waits behind the way to what is done together. */
export function wayTogether({ status, phase }: Session): string {
  if (status === "ENDED") return t("turn.toClosed");
  if (status === "RESOLVED" || phase === "AGREED") return t("turn.toAgreement");
  return t(phase ? "turn.toIdeas" : "turn.toNeeds");
}
