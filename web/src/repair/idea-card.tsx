/** One idea of one's own, while nobody else sees it: to change, to remove, or to take over the guide's wording for. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { NewStrategy, Proposed, Strategy } from "../api/types";
import { t } from "../messages";
import { change, focusOn } from "../together/state";
import { IdeaWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { IdeaForm, leaveRefinement, refinements } from "./idea-form";

type IdeaCardProps = { sessionId: string; idea: Strategy; canChange: boolean };

export function IdeaCard({ sessionId, idea, canChange }: IdeaCardProps) {
  const isEditing = useSignal(false);
  const task = useTask();
  const card = `idea-${idea.id}`;
  const path = `/sessions/${sessionId}/strategies/${idea.id}`;
  const refinement = refinements.value[idea.id];
  async function reword(words: NewStrategy): Promise<void> {
    await change(sessionId, api.patch<Proposed>(path, { needsAddressed: idea.needsAddressed, ...words }));
    close();
  }
  function close(): void {
    leaveRefinement(idea.id);
    isEditing.value = false;
    focusOn(card);
  }
  async function remove(): Promise<void> {
    await change(sessionId, api.delete(path));
    focusOn("ideas-title");
  }
  function edit(): void {
    isEditing.value = true;
    focusOn(card);
  }
  const take = (description: string) => reword({ description, duration: idea.duration, measureOfSuccess: idea.measureOfSuccess });
  if (isEditing.value) {
    return (
      <section class="card" id={card} tabIndex={-1} aria-label={t("ideas.edit")}>
        <IdeaForm name={`idea:${sessionId}:${idea.id}`} begin={idea} submit={t("ideas.save")} onSubmit={reword} onClose={close} />
      </section>
    );
  }
  return (
    <article class="card moment" id={card} tabIndex={-1} aria-label={idea.description}>
      <IdeaWords idea={idea} />
      {refinement && canChange && (
        <figure class="refinement">
          <figcaption>{t("ideas.refined")}</figcaption>
          <blockquote dir="auto">{refinement.refined}</blockquote>
          <p class="hint" dir="auto">{refinement.reason}</p>
          <p class="actions">
            <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(() => take(refinement.refined))}>{t("ideas.take")}</button>
            <button type="button" class="button quiet" onClick={close}>{t("ideas.keep")}</button>
          </p>
        </figure>
      )}
      <Problem task={task} />
      {canChange && (
        <p class="actions">
          <button type="button" class="button quiet" onClick={edit}>{t("ideas.edit")}</button>
          <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(remove)}>{t("needs.remove")}</button>
        </p>
      )}
    </article>
  );
}
