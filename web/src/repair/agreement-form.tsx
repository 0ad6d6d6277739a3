/** Where an agreement is put into words: from an idea both could live with, or freely; and where its wording is changed. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { Agreement, Confirmed, NewAnswer, Session, Strategy } from "../api/types";
import { dayAhead, t } from "../messages";
import { focusTurn } from "../session/turn";
import { useKept } from "../together/kept";
import { Leave } from "../together/opening";
import { change } from "../together/state";
import { IdeaWords } from "../together/words";
import { Form, SelectField, TextArea, TextField, type Values } from "../ui/form";

const TYPES = ["MICRO_EXPERIMENT", "COMMITMENT", "CHECK_IN"] as const;
const DAYS_AHEAD = 7;

export function ProposeAgreement({ session, ideas }: { session: Session; ideas: Strategy[] }) {
  const chosen = useSignal<Strategy | "free" | null>(null);
  const { id, partner: { name } } = session;
  const idea = chosen.value === "free" ? null : chosen.value;
  async function propose({ type = "", ...terms }: Values): Promise<void> {
    const body = { type, strategyId: idea?.id ?? null, ...termsOf(terms), description: terms.description };
    await change(id, api.post<NewAnswer>(`/sessions/${id}/agreements`, body));
    focusTurn();
  }
  function close(): void {
    chosen.value = null;
    focusTurn();
  }
  if (chosen.value) {
    return (
      <AgreementForm
        name={`agreement:${id}:${idea?.id ?? "free"}`} begin={idea ?? {}} title={t("agreement.title")} text={t("agreement.text", { name })}
        submit={t("agreement.propose", { name })} onSubmit={propose} onClose={close} withType
      />
    );
  }
  return (
    <>
      {ideas.length > 0 && (
        <ul class="cards">
          {ideas.map((one) => (
            <li key={one.id} class="card moment yes">
              <IdeaWords idea={one} />
              <p class="actions">
                <button type="button" class="button primary" aria-label={t("agreement.fromThis", { idea: one.description })} onClick={() => (chosen.value = one)}>
                  {t("agreement.from")}
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p class="actions">
        <button type="button" class="button" onClick={() => (chosen.value = "free")}>{t("agreement.free")}</button>
      </p>
    </>
  );
}

export function ModifyAgreement({ session, agreement, onClose }: { session: Session; agreement: Agreement; onClose: () => void }) {
  const { id, partner: { name } } = session;
  async function modify(terms: Values): Promise<void> {
    const body = { confirmed: true, modification: terms.description, ...termsOf(terms) };
    await change(id, api.post<Confirmed>(`/sessions/${id}/agreements/${agreement.id}/confirm`, body));
    onClose();
    focusTurn();
  }
  return (
    <AgreementForm
      name={`agreement:${id}:${agreement.id}:${agreement.version}`} begin={agreement} title={t("agreement.modify")}
      text={t("agreement.modifyText", { name })} submit={t("agreement.propose", { name })} onSubmit={modify} onClose={onClose}
    />
  );
}

/** What is left empty is left open. */
function termsOf({ duration, measureOfSuccess, followUpDate }: Values) {
  return { duration: duration || null, measureOfSuccess: measureOfSuccess || null, followUpDate: followUpDate || null };
}

type FormProps = {
  name: string;
  begin: Partial<Pick<Agreement, "description" | "duration" | "measureOfSuccess" | "followUpDate">>;
  title: string;
  text: string;
  submit: string;
  withType?: boolean;
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
};

function AgreementForm({ name, begin, title, text, submit, withType = false, onSubmit, onClose }: FormProps) {
  const kept = useKept(name, {
    description: begin.description ?? "",
    duration: begin.duration ?? "",
    measureOfSuccess: begin.measureOfSuccess ?? "",
    followUpDate: begin.followUpDate ?? (begin.followUpDate === null ? "" : dayAhead(DAYS_AHEAD)),
    type: "MICRO_EXPERIMENT",
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  async function send(values: Values): Promise<void> {
    await onSubmit(values);
    kept.forget();
  }
  return (
    <section class="card" aria-labelledby="agreement-form">
      <h3 id="agreement-form" ref={heading} tabIndex={-1}>{title}</h3>
      <p>{text}</p>
      <Form submit={submit} onSubmit={send} aside={<Leave onLeave={onClose} words={t("needs.leave")} />}>
        {(errors) => (
          <>
            <TextArea
              {...kept.field("description")} label={t("agreement.description")} hint={t("agreement.descriptionHint")} errors={errors}
              rows={3} autocomplete="off" maxLength={800} required
            />
            {withType && (
              <SelectField
                name="type" label={t("agreement.type")} errors={errors} value={kept.values.value.type}
                options={TYPES.map((one) => [one, t(`agreement.${one}`)])} onChange={(value) => kept.set("type", value)}
              />
            )}
            <TextField {...kept.field("duration")} label={t("idea.duration")} hint={t("idea.durationHint")} errors={errors} autocomplete="off" maxLength={200} />
            <TextField {...kept.field("measureOfSuccess")} label={t("idea.measure")} hint={t("idea.measureHint")} errors={errors} autocomplete="off" maxLength={200} />
            <TextField {...kept.field("followUpDate")} type="date" label={t("agreement.followUp")} hint={t("agreement.followUpHint")} errors={errors} />
          </>
        )}
      </Form>
    </section>
  );
}
