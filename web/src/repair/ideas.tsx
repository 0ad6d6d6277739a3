/** Ideas while they are collected: each of the two sees only their own, until both are ready. */
import { useSignal } from "@preact/signals";
import type { IdeaAnswer, NewStrategy, RefinementView, StrategyView, Suggestions } from "../api/types";
import { ofViewer } from "../identity/state";
import { t } from "../messages";
import { act, actThen, may, passed, type SessionProps } from "../session/state";
import { Cards, filled, IdeaWords, KeptForm, Opening, TermFields, termsOf } from "../together/words";
import type { Values } from "../ui/form";
import { useKept } from "../ui/kept";
import { Promises } from "../ui/page";
import { focusOn, TURN } from "../ui/sight";
import { Button, useTask } from "../ui/task";
import { ProposeAgreement } from "./agreement";

const LIST = "#ideas-title";

/** How the guide would word an idea, offered beside it until the writer has taken it or not. */
const refinements = ofViewer<Record<string, RefinementView | null>>({});

export function Ideas({ session }: SessionProps) {
  const { id, phase, pool, partner: { name } } = session;
  const overlap = session.overlap?.overlap ?? [];
  if (!pool) return null;
  const mine = pool.strategies.filter((idea) => pool.hiddenIds.includes(idea.id));
  const released = pool.strategies.filter((idea) => !pool.hiddenIds.includes(idea.id));
  const canAdd = may(session, "ADD_IDEAS");
  const isAgain = phase === "NEGOTIATING";
  return <section class="together-part" aria-labelledby="ideas-title">
    <h2 id="ideas-title" tabIndex={-1}>{t(isAgain ? "ideas.againTitle" : "ideas.title")}</h2>
    <p>{isAgain ? t(overlap.length ? "ideas.again" : "ideas.noOverlap") : t("ideas.text", { name })}</p>
    <Cards of={mine}>{(idea) => <IdeaCard id={id} idea={idea} canChange={canAdd} />}</Cards>
    {canAdd && <AddIdea id={id} isFirst={mine.length === 0} />}
    {canAdd && pool.aiSuggestionsAvailable && <Suggest id={id} />}
    <Ready session={session} isMain={mine.length > 0} />
    {released.length > 0 && <details class="card">
      <summary>{t("ideas.before")}</summary>
      <Cards of={released}>{(idea) => <IdeaWords idea={idea} />}</Cards>
    </details>}
    {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={overlap} />}
  </section>;
}

function Suggest({ id }: { id: string }) {
  const task = useTask();
  const hasNone = useSignal(false);
  async function suggest(): Promise<void> {
    const { suggestions } = await act<Suggestions>(id, "strategies/suggest", { count: 3 });
    hasNone.value = suggestions.length === 0;
    if (suggestions[0]) focusOn(`#idea-${suggestions[0].id}`);
  }
  return <>
    {task.problem}
    <p class="hint" role="status">{hasNone.value ? t("ideas.noSuggestions") : ""}</p>
    <p class="actions">{task.button(t("ideas.suggest"), suggest)}</p>
    <p class="hint">{t("ideas.suggestHint")}</p>
  </>;
}

function Ready({ session, isMain }: SessionProps & { isMain: boolean }) {
  const task = useTask();
  const { id, partner: { name } } = session;
  const isReady = passed(session, "strategiesSubmitted");
  const canBe = may(session, "BE_READY");
  const be = (path: "ready" | "reopen") => actThen(TURN, id, `strategies/${path}`);
  return <section class="card moment" aria-labelledby="ready">
    <h3 id="ready">{t(isReady ? "ideas.isReady" : "ideas.readyTitle")}</h3>
    <Promises words={[t("ideas.unlabelled", { name }), t("ideas.styleShows")]} />
    {task.problem}
    {!isReady && !canBe && <p class="hint">{t("statement.blocked")}</p>}
    <p class="actions">
      {!isReady && canBe && task.button(t("ideas.ready"), () => be("ready"), isMain ? "primary" : "")}
      {isReady && may(session, "REOPEN") && task.button(t("ideas.notReady"), () => be("reopen"))}
    </p>
  </section>;
}

type IdeaFormProps = {
  keptAs: string;
  begin: Pick<StrategyView, "description" | "duration" | "measureOfSuccess">;
  submit: string;
  onSubmit: (idea: NewStrategy) => Promise<void>;
  onClose: () => void;
};

/** Where an idea is written, for the first time or anew. */
function IdeaForm({ keptAs, begin, submit, onSubmit, onClose }: IdeaFormProps) {
  const kept = useKept<Values>(keptAs, { description: begin.description, ...filled(begin) });
  return <KeptForm
    kept={kept} submit={submit} onLeave={onClose}
    onSubmit={(values) => onSubmit({ description: values.description ?? "", ...termsOf(values) })}
  >
    <TermFields kept={kept} label={t("idea.description")} hint={t("idea.descriptionHint")} />
  </KeptForm>;
}

const EMPTY = { description: "", duration: null, measureOfSuccess: null };

function AddIdea({ id, isFirst }: { id: string; isFirst: boolean }) {
  const keptAs = `idea:${id}`;
  async function add(idea: NewStrategy, close: () => void): Promise<void> {
    const { strategy, refinement } = await act<IdeaAnswer>(id, "strategies", idea);
    refinements.value = { ...refinements.peek(), [strategy.id]: refinement };
    close();
    focusOn(`#idea-${strategy.id}`);
  }
  return <Opening id="idea-add" title={t("ideas.add")} keptAs={keptAs} isMain={isFirst}>
    {(close) => <IdeaForm keptAs={keptAs} begin={EMPTY} submit={t("ideas.addSubmit")} onSubmit={(idea) => add(idea, close)} onClose={close} />}
  </Opening>;
}

/** While nobody else sees it: to change, to remove, or to take over the guide's wording for. */
function IdeaCard({ id, idea, canChange }: { id: string; idea: StrategyView; canChange: boolean }) {
  const isEditing = useSignal(false);
  const task = useTask();
  const card = `idea-${idea.id}`;
  const path = `strategies/${idea.id}`;
  const refinement = refinements.value[idea.id];
  async function reword(words: NewStrategy): Promise<void> {
    await act<IdeaAnswer>(id, path, { needsAddressed: idea.needsAddressed, ...words }, "patch");
    close();
  }
  const remove = () => actThen(LIST, id, path, undefined, "delete");
  function close(): void {
    refinements.value = { ...refinements.peek(), [idea.id]: null };
    show(false);
  }
  function show(isForm: boolean): void {
    isEditing.value = isForm;
    focusOn(`#${card}`);
  }
  if (isEditing.value) {
    return <section class="card" id={card} tabIndex={-1} aria-label={t("ideas.edit")}>
      <IdeaForm keptAs={`idea:${id}:${idea.id}`} begin={idea} submit={t("ideas.save")} onSubmit={reword} onClose={close} />
    </section>;
  }
  const { description, duration, measureOfSuccess } = idea;
  const take = (refined: string) => reword({ description: refined, duration, measureOfSuccess });
  return <article class="card moment" id={card} tabIndex={-1} aria-label={description}>
    <IdeaWords idea={idea} />
    {refinement && canChange && <figure class="refinement">
      <figcaption>{t("ideas.refined")}</figcaption>
      <blockquote dir="auto">{refinement.refined}</blockquote>
      <p class="hint" dir="auto">{refinement.reason}</p>
      <p class="actions">
        {task.button(t("ideas.take"), () => take(refinement.refined))}
        <Button kind="quiet" onClick={close}>{t("ideas.keep")}</Button>
      </p>
    </figure>}
    {task.problem}
    {canChange && <p class="actions">
      <Button kind="quiet" onClick={() => show(true)}>{t("ideas.edit")}</Button>
      {task.button(t("needs.remove"), remove, "quiet")}
    </p>}
  </article>;
}
