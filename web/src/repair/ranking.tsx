/** The released ideas, to be put into one's own order: by dragging, with buttons, or with the arrow keys. */
import { useSignal, type Signal } from "@preact/signals";
import { api } from "../api/client";
import type { Session } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, focusOn, may, passed, type PanelProps } from "../together/state";
import { IdeaWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { addOf, useOrdering, type Ordering } from "./ordering";
import { RankedList } from "./ranked-list";

const TITLE = "ranking-title";

export function Ranking({ together: { session, pool } }: PanelProps) {
  const ordering = useOrdering(session.id, pool?.strategies ?? []);
  const isChanging = useSignal(false);
  if (passed(session, "rankingsSubmitted") && !isChanging.value) {
    return <Given session={session} ordering={ordering} onChange={() => { isChanging.value = true; focusOn(TITLE); }} />;
  }
  return (
    <section class="together-part" aria-labelledby={TITLE}>
      <h2 id={TITLE} tabIndex={-1}>{t("ranking.title")}</h2>
      <p>{t("ranking.text", { name: session.partner.name })}</p>
      <section aria-labelledby="ranked">
        <h3 id="ranked">{t("ranking.mine")}</h3>
        {ordering.ranked.length === 0 ? <p class="card quiet">{t("ranking.empty")}</p> : <RankedList ordering={ordering} />}
        <p class="visually-hidden" role="status">{ordering.spoken.value}</p>
      </section>
      {ordering.left.length > 0 && <LeftOut ordering={ordering} />}
      <Submit session={session} ordering={ordering} isChanging={isChanging} />
    </section>
  );
}

function LeftOut({ ordering: { left, ranked, add } }: { ordering: Ordering }) {
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out">{t(ranked.length === 0 ? "ranking.all" : "ranking.left")}</h3>
      <ul class="cards">
        {left.map((idea) => (
          <li key={idea.id} class="card">
            <IdeaWords idea={idea} />
            <p class="actions">
              <button type="button" class="button" id={addOf(idea)} aria-label={t("ranking.addThis", { idea: idea.description })} onClick={() => add(idea)}>
                {t("ranking.add")}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Submit({ session, ordering, isChanging }: { session: Session; ordering: Ordering; isChanging: Signal<boolean> }) {
  const task = useTask();
  const rankedIds = ordering.ranked.map(({ id }) => id);
  async function submit(): Promise<void> {
    if (rankedIds.length === 0) return focusOn(TITLE);
    const wasChanging = isChanging.peek(); // the news may be faster than the answer, and a change begun meanwhile goes on
    await change(session.id, api.post(`/sessions/${session.id}/strategies/rank`, { rankedIds }));
    if (wasChanging) isChanging.value = false;
    focusTurn();
  }
  return (
    <>
      <Problem task={task} />
      <p class="hint">{t("ranking.private")}</p>
      <p class="actions">
        {may(session, "RANK") && (
          <button type="button" class="button primary" aria-disabled={task.busy || rankedIds.length === 0} onClick={() => task.run(submit)}>
            {t("ranking.submit")}
          </button>
        )}
        <Reopen session={session} />
      </p>
    </>
  );
}

export function Reopen({ session: { id, turn } }: { session: Session }) {
  const task = useTask();
  async function reopen(): Promise<void> {
    await change(id, api.post(`/sessions/${id}/strategies/reopen`));
    focusTurn();
  }
  if (!turn.actions.includes("REOPEN")) return null;
  return (
    <>
      <Problem task={task} />
      <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(reopen)}>{t("ranking.reopen")}</button>
    </>
  );
}

/** The order itself may be on another device; that it was given is known everywhere. */
function Given({ session, ordering, onChange }: { session: Session; ordering: Ordering; onChange: () => void }) {
  return (
    <section class="together-part" aria-labelledby="ranking-given">
      <h2 id="ranking-given">{t("ranking.given")}</h2>
      <p>{t("ranking.givenText", { name: session.partner.name })}</p>
      {ordering.ranked.length > 0 && (
        <ol class="card given">{ordering.ranked.map(({ id, description }) => <li key={id} dir="auto">{description}</li>)}</ol>
      )}
      <p class="actions">
        {may(session, "RANK") && <button type="button" class="button" onClick={onChange}>{t("ranking.change")}</button>}
        <Reopen session={session} />
      </p>
    </section>
  );
}
