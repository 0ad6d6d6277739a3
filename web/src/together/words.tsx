/** How a need, an idea and an agreement read wherever they stand, and the frame in which each of them is written. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { AgreementView, NeedCategory, SharedNeedView, StrategyView } from "../api/types";
import { formatDate, t } from "../messages";
import { Form, TextArea, TextField, type Values } from "../ui/form";
import { readWords, type Kept } from "../ui/kept";
import { focusOn } from "../ui/sight";
import { Button } from "../ui/task";

type CardsProps<T> = { of: T[]; kind?: string; children: (one: T) => ComponentChildren };

/** Nothing where there are none. */
export function Cards<T extends { id: string }>({ of, kind, children }: CardsProps<T>) {
  return of.length > 0 ? <ul class="cards">{of.map((one) => <li key={one.id} class={kind}>{children(one)}</li>)}</ul> : null;
}

type NeedLike = Pick<SharedNeedView, "need" | "description"> & { category: NeedCategory | null };

export function NeedWords({ need: { need, category, description } }: { need: NeedLike }) {
  return <>
    {category && <p class="kind">{t(`category.${category}`)}</p>}
    <p class="need" dir="auto">{need}</p>
    {description && <p class="quiet" dir="auto">{description}</p>}
  </>;
}

type IdeaLike = Pick<StrategyView, "description" | "duration" | "measureOfSuccess">;

export function IdeaWords({ idea: { description, duration, measureOfSuccess } }: { idea: IdeaLike }) {
  return <>
    <p class="need" dir="auto">{description}</p>
    <Terms duration={duration} measure={measureOfSuccess} />
  </>;
}

export function AgreementWords({ agreement }: { agreement: AgreementView }) {
  const { type, description, duration, measureOfSuccess, followUpDate } = agreement;
  return <>
    <p class="kind">{t(`agreement.${type}`)}</p>
    <p class="need" dir="auto">{description}</p>
    <Terms duration={duration} measure={measureOfSuccess} followUp={followUpDate} />
  </>;
}

function Terms({ duration, measure, followUp = null }: { duration: string | null; measure: string | null; followUp?: string | null }) {
  if (!duration && !measure && !followUp) return null;
  return <dl class="terms">
    {duration && <div><dt>{t("terms.duration")}</dt><dd dir="auto">{duration}</dd></div>}
    {measure && <div><dt>{t("terms.measure")}</dt><dd dir="auto">{measure}</dd></div>}
    {followUp && <div><dt>{t("agreement.followUp")}</dt><dd>{formatDate(followUp)}</dd></div>}
  </dl>;
}

type OpeningProps = {
  id: string;
  title: string;
  /** Where its words are kept: with something half written in it, it is open already. */
  keptAs: string;
  /** Nothing else is to be done first. */
  isMain?: boolean;
  aside?: ComponentChildren;
  children: (close: () => void) => ComponentChildren;
};

/** A form that is there once it is asked for. The focus goes with it on both ways. */
export function Opening({ id, title, keptAs, isMain = false, aside, children }: OpeningProps) {
  const isOpen = useSignal(readWords(keptAs) !== "");
  function show(isShown: boolean): void {
    isOpen.value = isShown;
    focusOn(isShown ? `#${id}` : `#${id}-open`);
  }
  if (!isOpen.value) {
    return <p class="actions">
      <Button kind={isMain ? "primary" : ""} id={`${id}-open`} onClick={() => show(true)}>{title}</Button>
      {aside}
    </p>;
  }
  return <section class="card" aria-labelledby={id}>
    <h3 id={id} tabIndex={-1}>{title}</h3>
    {children(() => show(false))}
  </section>;
}

type KeptFormProps = {
  kept: { forget: () => void };
  submit: string;
  onSubmit: (values: Values) => Promise<void>;
  onLeave: () => void;
  children: ComponentChildren;
};

/** What is half written stays, until it has arrived. */
export function KeptForm({ kept, submit, onSubmit, onLeave, children }: KeptFormProps) {
  async function send(values: Values): Promise<void> {
    await onSubmit(values);
    kept.forget();
  }
  return <Form submit={submit} onSubmit={send} aside={<Button kind="quiet" onClick={onLeave}>{t("needs.leave")}</Button>}>
    {children}
  </Form>;
}

type Terms = { description: string; duration: string; measureOfSuccess: string };
type TermFieldsProps = { kept: Pick<Kept<Terms>, "field">; label: string; hint: string; children?: ComponentChildren };

/** What, for how long, and how one would notice; the last two are asked for and may stay open. */
export function TermFields({ kept, label, hint, children }: TermFieldsProps) {
  const terms = { autocomplete: "off", maxLength: 200 } as const;
  return <>
    <TextArea {...kept.field("description")} label={label} hint={hint} rows={3} autocomplete="off" maxLength={800} required />
    {children}
    <TextField {...kept.field("duration")} label={t("idea.duration")} hint={t("idea.durationHint")} {...terms} />
    <TextField {...kept.field("measureOfSuccess")} label={t("idea.measure")} hint={t("idea.measureHint")} {...terms} />
  </>;
}

/** What is left empty is left open. */
export function termsOf({ duration, measureOfSuccess }: Values): { duration: string | null; measureOfSuccess: string | null } {
  return { duration: duration || null, measureOfSuccess: measureOfSuccess || null };
}
