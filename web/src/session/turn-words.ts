/** The words for whose turn it is. Waiting reads the same whatever the partner has or has not done in private. */
import type { Session, WaitingFor } from "../api/types";
import { t } from "../messages";

export type TurnWords = { kind: "yours" | "waiting" | "rest"; title: string; text: string };

export function wordsFor(session: Session): TurnWords {
  const { status, paused, turn, partner: { name } } = session;
  if (status === "ENDED") return { kind: "rest", title: t("turn.ended"), text: t("turn.endedText") };
  if (paused.byMe) return { kind: "rest", title: t("turn.pausedByMe"), text: t("turn.pausedByMeText", { name }) };
  if (paused.byPartner) {
    return { kind: "rest", title: t("turn.pausedByPartner", { name }), text: t("turn.pausedByPartnerText") };
  }
  if (turn.kind === "PARTNER") return { kind: "waiting", title: t("turn.partner", { name }), text: waitingText(session, turn.waitingFor) };
  if (turn.kind === "YOURS") return { kind: "yours", title: t("turn.yours"), text: yourTurn(session) };
  if (turn.waitingFor !== "ANALYSIS") return { kind: "waiting", title: t("turn.guide"), text: t("turn.guideText") };
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
    default:
      return t("turn.partnerText");
  }
}

function yourTurn({ me, turn, empathy, partner: { name } }: Session): string {
  if (turn.actions.includes("SIGN_COMPACT")) return t("turn.signCompact");
  if (me.stage === 1) return t("turn.witness");
  if (me.stage > 2) return t("turn.onward");
  if (me.stage < 2) return t("turn.onboarding");
  if (empathy.actions.includes("SHARE") || empathy.actions.includes("DECLINE")) return t("turn.offer", { name });
  if (empathy.partnerAttempt?.status === "REVEALED") {
    return t(empathy.partnerAttempt.myVerdict === "MISSES" ? "turn.missed" : "turn.validate", { name });
  }
  return empathy.myAttempt?.status === "REFINING" ? t("turn.refine") : t("turn.perspective", { name });
}
