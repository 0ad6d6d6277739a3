/** Whose turn it is, in words, and the one thing to do. The server decided it; this only finds the words. */
import type { Session } from "../api/types";
import { t } from "../messages";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { changeSession } from "./state";

type Action = Session["turn"]["actions"][number];
type Words = { kind: "yours" | "waiting" | "rest"; title: string; text: string };

const TURN = "turn";

/** For buttons that vanish when they have been pressed: the focus goes to what they changed. */
export function focusTurn(): boolean {
  const turn = document.getElementById(TURN);
  turn?.focus();
  return turn !== null;
}

export function Turn({ session }: { session: Session }) {
  const { kind, title, text } = wordsFor(session);
  const task = useTask();
  async function resume(): Promise<void> {
    await changeSession(session.id, "resume");
    focusTurn();
  }
  const can = (action: Action) => session.turn.actions.includes(action);
  const name = session.partner.name;
  return (
    <section class={`card turn ${kind}`} aria-labelledby={TURN}>
      <div role="status">
        <h2 id={TURN} tabIndex={-1}>{title}</h2>
        <p>{text}</p>
      </div>
      <Problem task={task} />
      {(can("RESUME") || can("SIGN_COMPACT") || can("INVITE")) && (
        <p class="actions">
          {can("RESUME") && (
            <button type="button" class="button primary" onClick={() => task.run(resume)}>
              {t("turn.resume")}
            </button>
          )}
          {can("SIGN_COMPACT") && (
            <a class="button primary" href={`/sessions/${session.id}/compact`}>{t("turn.readCompact")}</a>
          )}
          {can("INVITE") && (
            <a class="button" href={`/sessions/${session.id}/invitation`}>{t("turn.invite", { name })}</a>
          )}
        </p>
      )}
    </section>
  );
}

function wordsFor({ status, paused, turn, partner, me }: Session): Words {
  const name = partner.name;
  if (status === "ENDED") return { kind: "rest", title: t("turn.ended"), text: t("turn.endedText") };
  if (paused.byMe) return { kind: "rest", title: t("turn.pausedByMe"), text: t("turn.pausedByMeText", { name }) };
  if (paused.byPartner) {
    return { kind: "rest", title: t("turn.pausedByPartner", { name }), text: t("turn.pausedByPartnerText") };
  }
  if (turn.kind === "PARTNER") {
    const text = turn.waitingFor === "PARTNER_JOIN" ? t("turn.partnerJoin", { name }) : t("turn.partnerText");
    return { kind: "waiting", title: t("turn.partner", { name }), text };
  }
  if (turn.kind === "GUIDE") return { kind: "waiting", title: t("turn.guide"), text: t("turn.guideText") };
  return { kind: "yours", title: t("turn.yours"), text: yourTurn(me.stage, turn.actions, name) };
}

function yourTurn(stage: number, actions: Action[], name: string): string {
  if (actions.includes("SIGN_COMPACT")) return t("turn.signCompact");
  if (stage === 1) return t("turn.witness");
  return stage === 2 ? t("turn.perspective", { name }) : t("turn.onboarding");
}
