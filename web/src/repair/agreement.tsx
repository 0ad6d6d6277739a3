/** An agreement: put into words from an idea both could live with, or freely; worded anew, let go, or agreed on. */
import { useSignal } from "@preact/signals";
import type { AgreementView, StrategyView } from "../api/types";
import { dayAhead, formatDate, t } from "../messages";
import { act, actThen, may, type SessionProps } from "../session/state";
import { Cards, filled, IDEA_LINES, IdeaWords, KeptForm, TermFields, Terms, termsOf, type Lines } from "../together/words";
import { SelectField, TextField, type Values } from "../ui/form";
import { useKept } from "../ui/kept";
import { focusOn, TURN, useTakesFocus } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";
import { Reopen } from "./ranking";

const TYPES = ["MICRO_EXPERIMENT", "COMMITMENT", "CHECK_IN"] as const;
const DAYS_AHEAD = 7;
/** What an agreement may say besides what it is and when both look back. */
const LINES = [...IDEA_LINES, "place"] as const;

export function AgreementWords({ agreement }: { agreement: AgreementView }) {
  const { type, description, followUpDate } = agreement;
  return <>
    <p class="kind">{t(`agreement.${type}`)}</p>
    <p class="need" dir="auto">{description}</p>
    <Terms of={agreement} lines={LINES}>
      {followUpDate && <div><dt>{t("agreement.followUp")}</dt><dd>{formatDate(followUpDate)}</dd></div>}
    </Terms>
  </>;
}

/** Where the two orders meet, how that was found, and the ways from there. */
export function OverlapReveal({ session }: SessionProps) {
  return <section class="together-part" aria-labelledby="overlap">
    <h2 id="overlap" tabIndex={-1}>{t("overlap.title")}</h2>
    <p>{t("overlap.how", { name: session.partner.name })}</p>
    {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={session.overlap?.overlap ?? []} />}
    <div class="actions"><Reopen session={session} /></div>
  </section>;
}

export function ProposeAgreement({ session, ideas }: SessionProps & { ideas: StrategyView[] }) {
  const chosen = useSignal<StrategyView | "free" | null>(null);
  const { id, partner: { name } } = session;
  const idea = chosen.value === "free" ? null : chosen.value;
  const propose = ({ type = "", ...terms }: Values) =>
    actThen(TURN, id, "agreements", { type, strategyId: idea?.id ?? null, ...bodyOf(terms), description: terms.description });
  function close(): void {
    chosen.value = null;
    focusOn(TURN);
  }
  if (chosen.value) {
    return <AgreementForm
      keptAs={`agreement:${id}:${idea?.id ?? "free"}`} begin={idea ?? {}} title={t("agreement.title")} text={t("agreement.text", { name })}
      submit={t("agreement.propose", { name })} onSubmit={propose} onClose={close} withType
    />;
  }
  return <>
    <Cards of={ideas} kind="card moment yes">
      {(one) => <>
        <IdeaWords idea={one} />
        <p class="actions">
          <Button kind="primary" aria-label={t("agreement.fromThis", { idea: one.description })} onClick={() => (chosen.value = one)}>
            {t("agreement.from")}
          </Button>
        </p>
      </>}
    </Cards>
    <p class="actions"><Button onClick={() => (chosen.value = "free")}>{t("agreement.free")}</Button></p>
  </>;
}

function bodyOf(terms: Values) {
  return { ...termsOf(terms, LINES), followUpDate: terms.followUpDate || null };
}

type FormProps = {
  keptAs: string;
  begin: Lines & Partial<Pick<AgreementView, "description" | "followUpDate">>;
  title: string;
  text: string;
  submit: string;
  withType?: boolean;
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
};

function AgreementForm({ keptAs, begin, title, text, submit, withType = false, onSubmit, onClose }: FormProps) {
  const { description = "", followUpDate = dayAhead(DAYS_AHEAD) } = begin;
  const kept = useKept<Values>(keptAs, { description, ...filled(begin, LINES), followUpDate: followUpDate ?? "", type: "MICRO_EXPERIMENT" });
  const heading = useTakesFocus();
  return <section class="card" aria-labelledby="agreement-form">
    <h3 id="agreement-form" ref={heading} tabIndex={-1}>{title}</h3>
    <p>{text}</p>
    <KeptForm kept={kept} submit={submit} onSubmit={onSubmit} onLeave={onClose}>
      <TermFields kept={kept} label={t("agreement.description")} hint={t("agreement.descriptionHint")} lines={LINES}>
        {withType && <SelectField
          name="type" label={t("agreement.type")} value={kept.values.value.type ?? ""}
          options={TYPES.map((one) => [one, t(`agreement.${one}`)])} onChange={(value) => kept.set("type", value)}
        />}
      </TermFields>
      <TextField {...kept.field("followUpDate")} type="date" label={t("agreement.followUp")} hint={t("agreement.followUpHint")} />
    </KeptForm>
  </section>;
}

/** In words, but not yet agreed on: the other one says yes, finds other words, or it is let go. */
export function Proposal({ session, agreement }: SessionProps & { agreement: AgreementView }) {
  const isChanging = useSignal(false);
  const task = useTask();
  const { id, partner: { name }, paused: { byMe: isPaused } } = session;
  const { wordedByMe, version } = agreement;
  const lettingGo = useQuestion(task, () => answer({ confirmed: false }), {
    title: t("proposal.letGoTitle"), text: t("proposal.letGoText", { name }), yes: t("proposal.letGo"), no: t("statement.goBack"),
  });
  async function answer(body: { confirmed: boolean; modification?: string | undefined }): Promise<void> {
    await act(id, `agreements/${agreement.id}/confirm`, body);
    isChanging.value = false;
    focusOn(TURN);
  }
  function close(): void {
    isChanging.value = false;
    focusOn("#proposal");
  }
  if (isChanging.value) {
    return <AgreementForm
      keptAs={`agreement:${id}:${agreement.id}:${version}`} begin={agreement} title={t("agreement.modify")}
      text={t("agreement.modifyText", { name })} submit={t("agreement.propose", { name })} onClose={close}
      onSubmit={(terms) => answer({ confirmed: true, modification: terms.description, ...bodyOf(terms) })}
    />;
  }
  return <section class="card moment" aria-labelledby="proposal">
    <h2 id="proposal" tabIndex={-1}>{t(wordedByMe ? "proposal.mine" : "proposal.theirs", { name })}</h2>
    {version > 1 && <p class="hint">{t(wordedByMe ? "proposal.changedByMe" : "proposal.changedByThem", { name })}</p>}
    <AgreementWords agreement={agreement} />
    {wordedByMe && <p class="hint">{t("proposal.waiting", { name })}</p>}
    {task.problem}
    <p class="actions">
      {!wordedByMe && may(session, "CONFIRM_AGREEMENT") && task.button(t("proposal.yes"), () => answer({ confirmed: true }), "primary")}
      {!isPaused && <Button onClick={() => (isChanging.value = true)}>{t("proposal.change")}</Button>}
      {!isPaused && lettingGo.button(t("proposal.letGo"), "quiet")}
    </p>
    {lettingGo.dialog}
  </section>;
}

/** Something both will try. Either can end with it, or one more thing is put into words. */
export function Agreed({ session }: SessionProps) {
  const task = useTask();
  const { id, partner: { name } } = session;
  const agreements = session.agreements.map(({ agreement }) => agreement);
  return <section class="together-part" aria-labelledby="agreed">
    <h2 id="agreed" tabIndex={-1}>{t("agreed.title")}</h2>
    <Cards of={agreements.filter(({ status }) => status !== "ABANDONED")} kind="card moment yes">
      {(one) => <AgreementWords agreement={one} />}
    </Cards>
    <p>{t("agreed.text", { name })}</p>
    {task.problem}
    {may(session, "RESOLVE") && <p class="actions">{task.button(t("agreed.resolve"), () => actThen(TURN, id, "resolve"), "primary")}</p>}
    {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={[]} />}
  </section>;
}
