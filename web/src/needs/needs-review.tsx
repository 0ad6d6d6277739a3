/** One's own needs, in one's own words: found by the guide or named oneself, and looked at before anything is shared. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { OwnNeeds } from "../api/types";
import { t } from "../messages";
import { change, focusOn, may, type PanelProps } from "../together/state";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { NeedCard } from "./need-card";
import { AddNeed } from "./need-form";
import { ShareNeeds } from "./needs-share";

const TITLE = "needs-title";

export function NeedsReview({ together }: PanelProps) {
  const { session, needs } = together;
  const isSharing = useSignal(false);
  const canReview = may(session, "REVIEW_NEEDS");
  const isConfirmed = needs.some(({ confirmed }) => confirmed);
  function notYet(): void {
    isSharing.value = false;
    focusOn(TITLE);
  }
  if (isSharing.value && isConfirmed) return <ShareNeeds together={together} onNotYet={notYet} />;
  return (
    <section class="together-part" aria-labelledby={TITLE}>
      <h2 id={TITLE} tabIndex={-1}>{t("needs.title")}</h2>
      <p>{t("needs.text")}</p>
      {needs.length > 0 && (
        <ul class="cards">
          {needs.map((need) => <li key={need.id}><NeedCard sessionId={session.id} need={need} canChange={canReview} /></li>)}
        </ul>
      )}
      {canReview && <FindNeeds sessionId={session.id} hasNeeds={needs.length > 0} />}
      {canReview && <AddNeed sessionId={session.id} />}
      {isConfirmed ? (
        <p class="actions">
          <button type="button" class="button primary" onClick={() => (isSharing.value = true)}>{t("needs.choose")}</button>
        </p>
      ) : needs.length > 0 && <p class="hint">{t("needs.confirmFirst")}</p>}
    </section>
  );
}

function FindNeeds({ sessionId, hasNeeds }: { sessionId: string; hasNeeds: boolean }) {
  const task = useTask();
  const hasNone = useSignal(false);
  async function find(): Promise<void> {
    const { needs } = await change(sessionId, api.post<OwnNeeds>(`/sessions/${sessionId}/needs/extract`));
    hasNone.value = needs.length === 0;
    focusOn(TITLE);
  }
  return (
    <>
      <Problem task={task} />
      <p class="hint" role="status">
        {task.busy ? t("needs.finding") : hasNone.value ? t("needs.foundNone") : ""}
      </p>
      <p class="actions">
        <button type="button" class={hasNeeds ? "button" : "button primary"} aria-disabled={task.busy} onClick={() => task.run(find)}>
          {t(hasNeeds ? "needs.findAgain" : "needs.find")}
        </button>
      </p>
    </>
  );
}
