import type { Session } from "../api/types";
import { t } from "../messages";

const STAGES = [0, 1, 2, 3, 4] as const;

export function StageRail({ me }: { me: Session["me"] }) {
  return (
    <nav class="rail" aria-label={t("session.stages")}>
      <ol>
        {STAGES.map((stage) => {
          const done = me.stages[stage]?.status === "COMPLETED";
          const here = me.stage === stage;
          return (
            <li key={stage} class={done ? "done" : here ? "here" : "ahead"} aria-current={here ? "step" : undefined}>
              <span class="rail-name">
                {t(`stage.${stage}`)}
                {(done || here) && <span class="visually-hidden"> ({t(done ? "session.stageDone" : "session.stageNow")})</span>}
              </span>
              <span class="rail-text">{t(`stage.${stage}.text`)}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
