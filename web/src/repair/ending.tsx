/** The end: with something to try and a day to look back, or without; what was understood stays either way. */
import type { AgreementView, CheckInsView, LookBackView } from "../api/types";
import { formatDate, t } from "../messages";
import { Comparison, groundWords } from "../needs/ground";
import { act, actThen, may, type Session, type SessionProps } from "../session/state";
import { Cards, NeedWords } from "../together/words";
import { Check, Choices, WordsField } from "../ui/form";
import { useKept } from "../ui/kept";
import { Quoted } from "../ui/page";
import { focusOn, TURN } from "../ui/sight";
import { useQuestion, useTask } from "../ui/task";
import { AgreementWords } from "./agreement";

export function Resolved({ session }: SessionProps) {
  const agreed = session.agreements.filter(({ agreement }) => agreement.agreedAt !== null);
  return <section class="together-part" aria-labelledby="resolved">
    <h2 id="resolved" tabIndex={-1}>{t("resolved.title")}</h2>
    <ul class="cards">
      {agreed.map((one) => <li key={one.agreement.id} class="card moment yes">
        <AgreementWords agreement={one.agreement} />
        <Reminder session={session} agreement={one.agreement} />
        <CheckIn session={session} checkIns={one} />
      </li>)}
    </ul>
    <Door session={session} />
  </section>;
}

function Reminder({ session, agreement: { id, followUpDate, status } }: SessionProps & { agreement: AgreementView }) {
  const isAhead = followUpDate !== null && status === "IN_PROGRESS" && !isDue(session, id);
  return isAhead ? <p class="hint">{t("resolved.reminder", { when: formatDate(followUpDate) })}</p> : null;
}

export function Closed({ session }: SessionProps) {
  const { empathy: { myAttempt, partnerAttempt }, partner: { name }, comparison, ground } = session;
  const items = ground?.commonGround ?? [];
  const common = items.filter((item) => item.confirmedByMe && item.confirmedByPartner);
  const open = items.filter((item) => !common.includes(item));
  return <section class="together-part" aria-labelledby="closed">
    <h2 id="closed" tabIndex={-1}>{t("closed.title")}</h2>
    <p>{t("closed.text")}</p>
    {comparison && <Comparison lists={comparison} session={session} />}
    {[[common, "closed.common"] as const, [open, "closed.open"] as const].map(([found, title]) => found.length > 0 && (
      <section key={title} class="card" aria-label={t(title)}>
        <h3>{t(title)}</h3>
        <Cards of={found}>{(item) => <NeedWords need={groundWords(item)} />}</Cards>
      </section>
    ))}
    {myAttempt?.revealedAt && <Quoted class="card quotation" title={t("inline.myStatement", { name })} words={myAttempt.content} />}
    {partnerAttempt && <Quoted class="card quotation" title={t("inline.theirStatement", { name })} words={partnerAttempt.content} />}
    <Door session={session} />
  </section>;
}

function Door({ session: { id, partner: { name, joined } } }: SessionProps) {
  return <p class="actions">
    {joined && <a class="button" href={`/sessions/${id}/again`}>{t("resolved.again", { name })}</a>}
    <a href="/">{t("notFound.back")}</a>
  </p>;
}

/** To end without an agreement: a respected end that needs both, and says who has asked for it. */
export function Closing({ session }: SessionProps) {
  const task = useTask();
  const { id, status, closing: { byMe, byPartner }, partner: { name } } = session;
  const closing = useQuestion(task, () => actThen(TURN, id, "close"), {
    title: t("closing.askTitle"), text: t(byPartner ? "closing.askLast" : "closing.askFirst", { name }),
    yes: t("closing.ask"), no: t("closing.stay"),
  });
  if (status !== "ACTIVE" || (!byMe && !may(session, "CLOSE"))) return null;
  const isAsked = byMe || byPartner;
  return <details class={byPartner ? "card moment" : "card"} key={String(isAsked)} open={isAsked}>
    <summary>{t("closing.title")}</summary>
    <div role="status">
      {byPartner && <p>{t("closing.theyAsked", { name })}</p>}
      <p>{t(byMe ? "closing.iAsked" : "closing.text", { name })}</p>
    </div>
    {task.problem}
    {may(session, "CLOSE") && <p class="actions">{closing.button(t("closing.ask"))}</p>}
    {closing.dialog}
  </details>;
}

const DONE = ["YES", "PARTLY", "NO"] as const;
const WISHES = ["COMPLETE", "EXTEND", "ABANDON"] as const;
const FELT_LIMIT = 1_000;

function isDue({ pendingActions }: Session, agreementId: string): boolean {
  return pendingActions.some(({ type, itemId }) => type === "follow_up_due" && itemId === agreementId);
}

/** Looking back on what was agreed: for oneself, and for the other one only if one says so. */
function CheckIn({ session, checkIns: { agreement, mine, partner } }: SessionProps & { checkIns: CheckInsView }) {
  const { name } = session.partner;
  const end = agreement.status === "COMPLETED" || agreement.status === "ABANDONED" ? agreement.status : null;
  return <div class="check-in">
    {mine && <Said title={t("checkIn.mine")} said={mine} />}
    {partner && <Said title={t("checkIn.theirs", { name })} said={partner} />}
    {end && <p class="said-yes">{t(`checkIn.${end}`)}</p>}
    {mine && !end && <p class="hint">{t("checkIn.waiting", { name })}</p>}
    {isDue(session, agreement.id) && <Ask session={session} agreementId={agreement.id} />}
  </div>;
}

function Said({ title, said: { done, felt, wish } }: { title: string; said: LookBackView }) {
  return <figure class="quotation">
    <figcaption>{title}</figcaption>
    <p>{t(`checkIn.${done}`)}{wish && <span class="quiet"> · {t(`checkIn.wish.${wish}`)}</span>}</p>
    {felt && <blockquote dir="auto">{felt}</blockquote>}
  </figure>;
}

function Ask({ session: { id, partner: { name } }, agreementId }: SessionProps & { agreementId: string }) {
  const kept = useKept(`check-in:${id}:${agreementId}`, { done: "", wish: "", felt: "", share: "" });
  const task = useTask();
  const { done, wish, felt, share } = kept.values.value;
  const isReady = done !== "" && wish !== "" && [...felt.trim()].length <= FELT_LIMIT;
  async function send(): Promise<void> {
    if (!isReady) return;
    await act(id, `agreements/${agreementId}/check-in`, { done, wish, felt: felt.trim() || null, share: share !== "" });
    kept.forget();
    focusOn(TURN);
  }
  return <>
    <h3>{t("checkIn.title")}</h3>
    <Choices
      legend={t("checkIn.done")} name="done" options={DONE.map((one) => [one, t(`checkIn.${one}`)] as const)}
      chosen={done} onChoose={(value) => kept.set("done", value)}
    />
    <WordsField
      id="felt" label={t("checkIn.felt")} optional rows={3} text={felt} limit={FELT_LIMIT} onWrite={(words) => kept.set("felt", words)}
    />
    <Check label={t("checkIn.share", { name })} checked={share !== ""} onTick={(isShared) => kept.set("share", isShared ? "yes" : "")} />
    <p class="hint">{t("checkIn.shareHint", { name })}</p>
    <Choices
      legend={t("checkIn.wish")} name="wish" options={WISHES.map((one) => [one, t(`checkIn.wish.${one}`)] as const)}
      chosen={wish} onChoose={(value) => kept.set("wish", value)}
    />
    <p class="hint">{t("checkIn.wishHint")}</p>
    {task.problem}
    <p class="actions">{task.button(t("checkIn.send"), send, "primary", { "aria-disabled": task.busy || !isReady })}</p>
  </>;
}
