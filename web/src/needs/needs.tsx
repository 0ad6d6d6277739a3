/** One's own needs, in one's own words: found by the guide or named oneself, looked at, and then shared exactly as they stand. */
import { useSignal } from "@preact/signals";
import type { NeedView, OneNeed, OwnNeeds } from "../api/types";
import { t } from "../messages";
import { act, actThen, may, type SessionProps } from "../session/state";
import { Cards, KeptForm, NeedWords, Opening } from "../together/words";
import { SelectField, TextArea, TextField, type Values } from "../ui/form";
import { useKept, type Kept } from "../ui/kept";
import { Promises } from "../ui/page";
import { focusOn, TURN, useTakesFocus } from "../ui/sight";
import { Button, useTask } from "../ui/task";

const LIST = "#needs-title";
const CATEGORIES = ["SAFETY", "CONNECTION", "AUTONOMY", "RECOGNITION", "MEANING", "FAIRNESS"] as const;

export const NO_NEED = { need: "", description: "", category: "CONNECTION" };

export function NeedsReview({ session }: SessionProps) {
  const { needs } = session;
  const isSharing = useSignal(false);
  const canReview = may(session, "REVIEW_NEEDS");
  const isConfirmed = needs.some(({ confirmed }) => confirmed);
  function notYet(): void {
    isSharing.value = false;
    focusOn(LIST);
  }
  if (isSharing.value && isConfirmed) return <ShareNeeds session={session} onNotYet={notYet} />;
  return <section class="together-part" aria-labelledby="needs-title">
    <h2 id="needs-title" tabIndex={-1}>{t("needs.title")}</h2>
    <p>{t("needs.text")}</p>
    <Cards of={needs}>{(need) => <NeedCard id={session.id} need={need} canChange={canReview} />}</Cards>
    {canReview && <FindNeeds id={session.id} hasNeeds={needs.length > 0} />}
    {canReview && <AddNeed id={session.id} />}
    {isConfirmed ? (
      <p class="actions"><Button kind="primary" onClick={() => (isSharing.value = true)}>{t("needs.choose")}</Button></p>
    ) : needs.length > 0 && <p class="hint">{t("needs.confirmFirst")}</p>}
  </section>;
}

function FindNeeds({ id, hasNeeds }: { id: string; hasNeeds: boolean }) {
  const task = useTask();
  const hasNone = useSignal(false);
  async function find(): Promise<void> {
    const { needs } = await act<OwnNeeds>(id, "needs/extract");
    hasNone.value = needs.length === 0;
    focusOn(LIST);
  }
  return <>
    {task.problem}
    <p class="hint" role="status">{task.busy ? t("needs.finding") : hasNone.value ? t("needs.foundNone") : ""}</p>
    <p class="actions">{task.button(t(hasNeeds ? "needs.findAgain" : "needs.find"), find, hasNeeds ? "" : "primary")}</p>
  </>;
}

type NeedFields = { need: string; description: string; category: string };
export function NeedFields({ kept, label, hint }: { kept: Kept<NeedFields>; label: string; hint?: string }) {
  return <>
    <TextField {...kept.field("need")} label={label} hint={hint} autocomplete="off" maxLength={200} required />
    <TextArea {...kept.field("description")} label={t("needs.description")} rows={2} autocomplete="off" maxLength={500} />
    <SelectField
      name="category" label={t("needs.category")} value={kept.values.value.category}
      options={CATEGORIES.map((one) => [one, t(`category.${one}`)])} onChange={(value) => kept.set("category", value)}
    />
  </>;
}

function AddNeed({ id }: { id: string }) {
  const kept = useKept(`need:${id}`, NO_NEED);
  async function add(values: Values, close: () => void): Promise<void> {
    const { need } = await act<OneNeed>(id, "needs", values);
    close();
    focusOn(`#need-${need.id}`);
  }
  return <Opening id="need-add" title={t("needs.add")} keptAs={`need:${id}`}>
    {(close) => <KeptForm kept={kept} submit={t("needs.addSubmit")} onSubmit={(values) => add(values, close)} onLeave={close}>
      <NeedFields kept={kept} label={t("needs.need")} hint={t("needs.needHint")} />
    </KeptForm>}
  </Opening>;
}

type CardProps = { id: string; need: NeedView };

function confirm(id: string, need: NeedView): Promise<void> {
  return actThen(`#need-${need.id}`, id, "needs/confirm", { confirmations: [{ needId: need.id, confirmed: true }] });
}

/** To say yes to, to put into other words, or to leave out. */
function NeedCard({ id, need, canChange }: CardProps & { canChange: boolean }) {
  const isRewording = useSignal(false);
  const task = useTask();
  const { evidence, confirmed, needsReframing } = need;
  const card = `need-${need.id}`;
  function reword(isOpen: boolean): void {
    isRewording.value = isOpen;
    focusOn(`#${card}`);
  }
  return <article class={`card moment ${confirmed ? "yes" : ""}`} id={card} tabIndex={-1} aria-label={need.need}>
    <NeedWords need={need} />
    {evidence.length > 0 && <figure class="evidence">
      <figcaption>{t("needs.evidence")}</figcaption>
      {evidence.map((quote) => <blockquote key={quote} dir="auto">{quote}</blockquote>)}
    </figure>}
    {needsReframing && !isRewording.value && <p class="concern"><strong>{t("needs.reframing")}</strong> {needsReframing}</p>}
    {confirmed && !isRewording.value && <p class="said-yes">{t("needs.confirmed")}</p>}
    {isRewording.value ? <Reword id={id} need={need} onDone={() => reword(false)} /> : canChange && <>
      {task.problem}
      <p class="actions">
        {!confirmed && task.button(t("needs.confirm"), () => confirm(id, need))}
        <Button kind="quiet" onClick={() => reword(true)}>{t("needs.reword")}</Button>
        {task.button(t("needs.remove"), () => actThen(LIST, id, `needs/${need.id}`, undefined, "delete"), "quiet")}
      </p>
    </>}
  </article>;
}

/** Whoever words a need anew has said yes to it. */
function Reword({ id, need, onDone }: CardProps & { onDone: () => void }) {
  const { need: before, description, category } = need;
  const kept = useKept<NeedFields>(`need:${id}:${need.id}`, { need: before, description, category });
  async function save(values: Values): Promise<void> {
    await act(id, `needs/${need.id}`, values, "patch");
    await confirm(id, need);
    onDone();
  }
  function leave(): void {
    kept.forget();
    onDone();
  }
  return <KeptForm kept={kept} submit={t("needs.save")} onSubmit={save} onLeave={leave}>
    <p class="before"><span class="quiet">{t("needs.before")}</span> <s dir="auto">{before}</s></p>
    <NeedFields kept={kept} label={t("needs.after")} />
  </KeptForm>;
}

/** Which needs cross, and who sees them when. */
function ShareNeeds({ session, onNotYet }: SessionProps & { onNotYet: () => void }) {
  const heading = useTakesFocus();
  const chosen = useSignal<string[]>([]);
  const task = useTask();
  const { id, needs, partner: { name } } = session;
  const canShare = may(session, "SHARE_NEEDS");
  const isNone = chosen.value.length === 0;
  function toggle(needId: string): void {
    const has = chosen.peek().includes(needId);
    chosen.value = has ? chosen.peek().filter((one) => one !== needId) : [...chosen.peek(), needId];
  }
  async function share(): Promise<void> {
    if (!isNone) await actThen(TURN, id, "needs/consent", { needIds: chosen.peek() });
  }
  return <section class="card moment statement" aria-labelledby="share-needs">
    <h2 id="share-needs" ref={heading} tabIndex={-1}>{t("shareNeeds.title", { name })}</h2>
    <p>{t("shareNeeds.text")}</p>
    <fieldset class="verdicts">
      <legend>{t("shareNeeds.legend", { name })}</legend>
      {needs.filter(({ confirmed }) => confirmed).map((need) => <label key={need.id}>
        <input type="checkbox" checked={chosen.value.includes(need.id)} onChange={() => toggle(need.id)} />
        <span><NeedWords need={need} /></span>
      </label>)}
    </fieldset>
    <Promises words={[t("shareNeeds.who"), t("shareNeeds.exact", { name }), t("shareNeeds.final")]} />
    {task.problem}
    {!canShare && <p class="hint">{t("statement.blocked")}</p>}
    <p class="actions">
      {canShare && task.button(t("shareNeeds.share"), share, "primary", { "aria-disabled": task.busy || isNone })}
      <Button onClick={onNotYet}>{t("consent.notYet")}</Button>
    </p>
  </section>;
}

/** What has been shared, while the other one is not there yet. */
export function SharedNeeds({ session }: SessionProps) {
  return <section class="together-part" aria-labelledby="shared-needs">
    <h2 id="shared-needs">{t("shareNeeds.shared")}</h2>
    <p>{t("shareNeeds.sharedText", { name: session.partner.name })}</p>
    <Cards of={session.needs.filter(({ shared }) => shared)} kind="card">{(need) => <NeedWords need={need} />}</Cards>
  </section>;
}
