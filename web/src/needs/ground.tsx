/** What both stand on: found by the guide or put into words by one of them, and common once both have said yes to the same. */
import { useRef } from "preact/hooks";
import { api } from "../api/client";
import type { ComparisonView, GroundAnswer, GroundItemView, OneGround, SharedNeedView } from "../api/types";
import { t } from "../messages";
import { act, may, type SessionProps } from "../session/state";
import { Cards, KeptForm, NeedWords, Opening } from "../together/words";
import type { Values } from "../ui/form";
import { useKept } from "../ui/kept";
import { focusOn, TURN, useOnScreen } from "../ui/sight";
import { useTask } from "../ui/task";
import { NeedFields, NO_NEED } from "./needs";

export function Ground({ session }: SessionProps) {
  const { comparison, ground, partner: { name } } = session;
  if (!comparison || !ground) return null;
  const { commonGround, analysisComplete } = ground;
  const intro = commonGround.length > 0 ? "ground.text" : analysisComplete ? "ground.none" : "ground.looking";
  return <>
    <section class="together-part" aria-labelledby="comparison">
      <h2 id="comparison">{t("comparison.title")}</h2>
      <p>{t("comparison.text")}</p>
      <Comparison lists={comparison} session={session} />
    </section>
    <section class="together-part" aria-labelledby="ground">
      <h2 id="ground" tabIndex={-1}>{t("ground.title")}</h2>
      <p role="status">{t(intro, { name })}</p>
      <Cards of={commonGround}>{(item) => <Item session={session} item={item} />}</Cards>
      {may(session, "PROPOSE_COMMON_GROUND") && <ProposeGround session={session} items={commonGround} />}
    </section>
  </>;
}

export function groundWords({ kind, need, category, description }: GroundItemView) {
  return kind === "SEEN" ? { need: t("ground.seen"), category: null, description: "" } : { need, category, description };
}

function Item({ session, item }: SessionProps & { item: GroundItemView }) {
  const task = useTask();
  const { name } = session.partner;
  const { id, confirmedByMe, confirmedByPartner } = item;
  const words = groundWords(item);
  async function say(confirmed: boolean): Promise<void> {
    const confirmations = [{ commonGroundId: id, confirmed }];
    const { bothConfirmed } = await act<GroundAnswer>(session.id, "common-ground/confirm", { confirmations });
    focusOn(bothConfirmed ? TURN : `#ground-${id}`);
  }
  return <article class={`card moment ${confirmedByMe ? "yes" : ""}`} id={`ground-${id}`} tabIndex={-1} aria-label={words.need}>
    <NeedWords need={words} />
    {confirmedByPartner && <p class="said-yes">{t("ground.theyConfirmed", { name })}</p>}
    {confirmedByMe && <p class="said-yes">{t(confirmedByPartner ? "ground.iConfirmed" : "ground.waiting", { name })}</p>}
    {task.problem}
    {may(session, "CONFIRM_COMMON_GROUND") && <p class="actions">
      {confirmedByMe ? task.button(t("ground.takeBack"), () => say(false), "quiet") : task.button(t("ground.confirm"), () => say(true), "primary")}
    </p>}
  </article>;
}

/** Where nothing fits: a proposal of one's own, or the plain word that both see each other's needs. There is always a way on. */
function ProposeGround({ session, items }: SessionProps & { items: GroundItemView[] }) {
  const { id, partner: { name } } = session;
  const kept = useKept(`ground:${id}`, NO_NEED);
  const task = useTask();
  async function propose(words: Values, close?: () => void): Promise<void> {
    const { item } = await act<OneGround>(id, "common-ground/propose", words);
    close?.();
    focusOn(`#ground-${item.id}`);
  }
  const isSeen = items.some(({ kind }) => kind === "SEEN");
  return <>
    <p class="hint">{t("ground.otherwise")}</p>
    {task.problem}
    <Opening
      id="ground-add" title={t("ground.propose")} keptAs={`ground:${id}`}
      aside={!isSeen && task.button(t("ground.seen"), () => propose({ kind: "SEEN" }))}
    >
      {(close) => <KeptForm kept={kept} submit={t("ground.proposeSubmit", { name })} onSubmit={(values) => propose(values, close)} onLeave={close}>
        <NeedFields kept={kept} label={t("ground.need")} hint={t("ground.needHint", { name })} />
      </KeptForm>}
    </Opening>
  </>;
}

/** The two lists of needs, side by side, once both have shared theirs. */
export function Comparison({ lists: { mine, partner }, session: { id, partner: { name } } }: SessionProps & { lists: ComparisonView }) {
  const show = () => api.post(`/sessions/${id}/needs/comparison/seen`);
  return <div class="side-by-side">
    <List title={t("comparison.mine")} needs={mine} kind="mine" />
    <List title={t("comparison.theirs", { name })} needs={partner} kind="theirs" onShown={show} />
  </div>;
}

type ListProps = { title: string; needs: SharedNeedView[]; kind: string; onShown?: () => Promise<unknown> };

function List({ title, needs, kind, onShown }: ListProps) {
  const section = useRef<HTMLElement>(null);
  useOnScreen(section, onShown ?? null, kind);
  return <section ref={section} class={`card list ${kind}`} aria-label={title}>
    <h3>{title}</h3>
    {needs.length === 0 ? <p class="quiet">{t("comparison.none")}</p> : (
      <ul>{needs.map((need) => <li key={need.id}><NeedWords need={need} /></li>)}</ul>
    )}
  </section>;
}
