/** How a need, an idea and an agreement read wherever they stand, and the frame in which each of them is written. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { NeedCategory, SharedNeedView, StrategyView } from "../api/types";
import { t, type Key } from "../messages";
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

export function IdeaWords({ idea }: { idea: Pick<StrategyView, "description" | "duration" | "measureOfSuccess"> }) {
  return <>
    <p class="need" dir="auto">{idea.description}</p>
    <Terms of={idea} />
  </>;
}

type NameOf<K> = K extends `terms.${infer Name}Hint` ? Name : never;
type Line = NameOf<Key>;
export type Lines = Partial<Record<Line, string | null>>;

/** What may be said of an idea besides what it is, a line each. */
export const IDEA_LINES: readonly Line[] = ["duration", "measureOfSuccess"];

type TermsProps = { of: Lines; lines?: readonly Line[]; children?: ComponentChildren };

export function Terms({ of, lines = IDEA_LINES, children }: TermsProps) {
  const said = lines.filter((name) => of[name]);
  return said.length > 0 || children ? <dl class="terms">
    {said.map((name) => <div key={name}><dt>{t(`terms.${name}`)}</dt><dd dir="auto">{of[name]}</dd></div>)}
    {children}
  </dl> : null;
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

type TermFieldsProps = {
  kept: Pick<Kept<Values>, "field">;
  label: string;
  hint: string;
  lines?: readonly Line[];
  children?: ComponentChildren;
};

/** What it is, and lines that are asked for and may stay open. */
export function TermFields({ kept, label, hint, lines = IDEA_LINES, children }: TermFieldsProps) {
  return <>
    <TextArea {...kept.field("description")} label={label} hint={hint} rows={3} autocomplete="off" maxLength={800} required />
    {children}
    {lines.map((name) => <TextField
      key={name} {...kept.field(name)} label={t(`terms.${name}Label`)} hint={t(`terms.${name}Hint`)} autocomplete="off" maxLength={200}
    />)}
  </>;
}

/** As the fields of a form have them. */
export function filled(of: Lines, lines = IDEA_LINES): Values {
  return Object.fromEntries(lines.map((name) => [name, of[name] ?? ""]));
}

/** What is left empty is left open. */
export function termsOf(values: Values, lines = IDEA_LINES): Lines {
  return Object.fromEntries(lines.map((name) => [name, values[name] || null]));
}
