/** Ideas while they are collected: each of the two sees only their own, until both are ready. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { Session, Suggestions } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, focusOn, may, passed, type PanelProps } from "../together/state";
import { IdeaWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { ProposeAgreement } from "./agreement-form";
import { IdeaCard } from "./idea-card";
import { AddIdea } from "./idea-form";

const TITLE = "ideas-title";

export function Ideas({ together: { session, pool, overlap } }: PanelProps) {
  const { id, phase, partner: { name } } = session;
  if (!pool) return null;
  const mine = pool.strategies.filter((idea) => pool.hiddenIds.includes(idea.id));
  const released = pool.strategies.filter((idea) => !pool.hiddenIds.includes(idea.id));
  const canAdd = may(session, "ADD_IDEAS");
  const isReady = passed(session, "strategiesSubmitted");
  const isAgain = phase === "NEGOTIATING";
  return (
    <section class="together-part" aria-labelledby={TITLE}>
      <h2 id={TITLE} tabIndex={-1}>{t(isAgain ? "ideas.againTitle" : "ideas.title")}</h2>
      <p>{isAgain ? t(overlap?.length ? "ideas.again" : "ideas.noOverlap") : t("ideas.text", { name })}</p>
      {mine.length > 0 && (
        <ul class="cards">
          {mine.map((idea) => <li key={idea.id}><IdeaCard sessionId={id} idea={idea} canChange={canAdd} /></li>)}
        </ul>
      )}
      {canAdd && <AddIdea sessionId={id} isFirst={mine.length === 0} />}
      {canAdd && pool.aiSuggestionsAvailable && <Suggest sessionId={id} />}
      <Ready session={session} isReady={isReady} isMain={mine.length > 0} />
      {released.length > 0 && (
        <details class="card">
          <summary>{t("ideas.before")}</summary>
          <ul class="cards">{released.map((idea) => <li key={idea.id}><IdeaWords idea={idea} /></li>)}</ul>
        </details>
      )}
      {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={overlap ?? []} />}
    </section>
  );
}

function Suggest({ sessionId }: { sessionId: string }) {
  const task = useTask();
  const hasNone = useSignal(false);
  async function suggest(): Promise<void> {
    const { suggestions } = await change(sessionId, api.post<Suggestions>(`/sessions/${sessionId}/strategies/suggest`, { count: 3 }));
    hasNone.value = suggestions.length === 0;
    if (suggestions[0]) focusOn(`idea-${suggestions[0].id}`);
  }
  return (
    <>
      <Problem task={task} />
      <p class="hint" role="status">{hasNone.value ? t("ideas.noSuggestions") : ""}</p>
      <p class="actions">
        <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(suggest)}>{t("ideas.suggest")}</button>
      </p>
      <p class="hint">{t("ideas.suggestHint")}</p>
    </>
  );
}

function Ready({ session, isReady, isMain }: { session: Session; isReady: boolean; isMain: boolean }) {
  const task = useTask();
  const { id, partner: { name } } = session;
  async function be(path: "ready" | "reopen"): Promise<void> {
    await change(id, api.post(`/sessions/${id}/strategies/${path}`));
    focusTurn();
  }
  const canBe = may(session, "BE_READY");
  return (
    <section class="card moment" aria-labelledby="ready">
      <h3 id="ready">{t(isReady ? "ideas.isReady" : "ideas.readyTitle")}</h3>
      <ul class="promises">
        <li>{t("ideas.unlabelled", { name })}</li>
        <li>{t("ideas.styleShows")}</li>
      </ul>
      <Problem task={task} />
      {!isReady && !canBe && <p class="hint">{t("statement.blocked")}</p>}
      <p class="actions">
        {!isReady && canBe && (
          <button type="button" class={isMain ? "button primary" : "button"} aria-disabled={task.busy} onClick={() => task.run(() => be("ready"))}>
            {t("ideas.ready")}
          </button>
        )}
        {isReady && may(session, "REOPEN") && (
          <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(() => be("reopen"))}>{t("ideas.notReady")}</button>
        )}
      </p>
    </section>
  );
}
