/** Forms: labels, hints and errors tied to their fields, checked in the person's language before anything is sent. */
import { useSignal } from "@preact/signals";
import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import { t } from "../messages";
import { useTask } from "./task";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type Values = Record<string, string>;

/** What is wrong with the form one is in, by the names of its fields. */
const Errors = createContext<Values>({});

type FormProps = {
  submit: string;
  onSubmit: (values: Values) => Promise<void>;
  children: ComponentChildren;
  aside?: ComponentChildren;
  /** For what cannot be undone. */
  grave?: boolean;
};

export function Form({ submit, onSubmit, children, aside, grave = false }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useSignal<Values>({});
  const task = useTask();
  const { error } = task;

  useEffect(() => {
    if (error) errors.value = Object.fromEntries((error.details.fields ?? []).map(({ field, message }) => [field, message]));
  }, [error]);
  useEffect(() => {
    form.current?.querySelector<Control>("[aria-invalid=true]")?.focus();
  }, [errors.value]);

  function check(event: Event): void {
    event.preventDefault();
    const controls = [...form.current!.querySelectorAll<Control>("input, textarea, select")];
    errors.value = Object.fromEntries(controls.filter((one) => !one.validity.valid).map((one) => [one.name, complaint(one)]));
    const values = Object.fromEntries(controls.map((one) => [one.name, valueOf(one)]));
    if (Object.keys(errors.value).length === 0) void task.run(() => onSubmit(values));
  }

  return <form ref={form} class="form" noValidate onSubmit={check}>
    <Errors.Provider value={errors.value}>{children}</Errors.Provider>
    {task.problem}
    <div class="actions">
      <button type="submit" class={`button ${grave ? "grave" : "primary"}`} aria-disabled={task.busy}>{submit}</button>
      {aside}
    </div>
  </form>;
}

/** What is not ticked is empty. */
function valueOf(control: Control): string {
  if (control.type === "checkbox") return (control as HTMLInputElement).checked ? control.value : "";
  return control.type === "password" ? control.value : control.value.trim();
}

function complaint(control: Control): string {
  if (control.validity.valueMissing) return t("field.required");
  if (control.validity.typeMismatch) return t("field.email");
  if (control.validity.tooShort) return t("field.tooShort", { count: control.getAttribute("minlength") ?? "" });
  return control.validationMessage;
}

type Ties = { id: string; name: string; "aria-describedby"?: string; "aria-invalid"?: "true" };
type FieldProps = { name: string; label: string; hint?: string | undefined };

/** The label, the hint and the error around one control, and what ties them to it. */
function Labelled({ name, label, hint, optional, children }: FieldProps & { optional: boolean; children: (ties: Ties) => ComponentChildren }) {
  const id = useId();
  const error = useContext(Errors)[name];
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return <div class="field">
    <label for={id}>
      {label}
      {optional && <span class="quiet"> ({t("field.optional")})</span>}
    </label>
    {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    {children({ id, name, ...(describedBy && { "aria-describedby": describedBy }), ...(error && { "aria-invalid": "true" }) })}
    {error && <p class="problem" id={`${id}-error`}>{error}</p>}
  </div>;
}

export function TextField({ name, label, hint, ...input }: FieldProps & JSX.IntrinsicElements["input"]) {
  return <Labelled {...{ name, label, hint }} optional={!input.required}>{(ties) => <input type="text" {...input} {...ties} />}</Labelled>;
}

export function TextArea({ name, label, hint, ...area }: FieldProps & JSX.IntrinsicElements["textarea"]) {
  return <Labelled {...{ name, label, hint }} optional={!area.required}>{(ties) => <textarea rows={4} {...area} {...ties} />}</Labelled>;
}

type PasswordProps = Omit<FieldProps, "name"> & { name?: string; isNew?: boolean; required?: boolean };

export function PasswordField({ name = "password", isNew = false, ...more }: PasswordProps) {
  const kind = isNew ? { autocomplete: "new-password", minLength: 8 } as const : { autocomplete: "current-password" } as const;
  return <TextField name={name} type="password" maxLength={128} {...kind} {...more} />;
}

type SelectProps = FieldProps & {
  value: string;
  options: [value: string, label: string][];
  onChange?: (value: string) => void;
};

export function SelectField({ name, label, hint, value, options, onChange }: SelectProps) {
  // What another client chose stays chosen, even where this one would not offer it.
  const known = options.some(([option]) => option === value) ? options : [...options, [value, value] as const];
  return <Labelled {...{ name, label, hint }} optional={false}>
    {(ties) => <select {...ties} onChange={(event) => onChange?.(event.currentTarget.value)}>
      {known.map(([option, text]) => <option key={option} value={option} selected={option === value}>{text}</option>)}
    </select>}
  </Labelled>;
}

type WordsFieldProps = Omit<JSX.IntrinsicElements["textarea"], "onInput"> & {
  id: string;
  label: string;
  hint?: string;
  optional?: boolean;
  text: string;
  limit?: number;
  onWrite: (words: string) => void;
};

/** Free words outside a form, with the room that is left for them. */
export function WordsField({ id, label, hint, optional = false, text, limit, onWrite, ...area }: WordsFieldProps) {
  return <div class="field">
    <label for={id}>{label}{optional && <> <span class="quiet">({t("field.optional")})</span></>}</label>
    {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    <textarea
      id={id} autocomplete="off" dir="auto" value={text} aria-describedby={hint && `${id}-hint`} {...area}
      onInput={(event) => onWrite(event.currentTarget.value)}
    />
    {limit !== undefined && <Counted text={text.trim()} limit={limit} />}
  </div>;
}

const NEAR_LIMIT = 200;

/** How much room is left, once it gets scarce. */
export function Counted({ text, limit }: { text: string; limit: number }) {
  const left = limit - [...text].length;
  if (left >= NEAR_LIMIT) return null;
  return <p class={left < 0 ? "problem" : "hint"}>
    {left < 0 ? t("composer.over", { count: String(-left) }) : t("composer.left", { count: String(left) })}
  </p>;
}

type CheckProps = Pick<JSX.IntrinsicElements["input"], "checked" | "defaultChecked" | "required" | "aria-describedby"> & {
  name?: string;
  label: ComponentChildren;
  onTick?: (isTicked: boolean) => void;
};

export function Check({ label, onTick, ...input }: CheckProps) {
  const isWrong = useContext(Errors)[input.name ?? ""] !== undefined;
  return <label class="check">
    <input type="checkbox" aria-invalid={isWrong ? "true" : undefined} {...input} onChange={(event) => onTick?.(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>;
}

type Option = readonly [value: string, words: string];
type ChoicesProps = { legend: string; name: string; options: Option[]; chosen: string | null; onChoose: (value: string) => void };

export function Choices({ legend, name, options, chosen, onChoose }: ChoicesProps) {
  return <fieldset class="verdicts">
    <legend>{legend}</legend>
    {options.map(([value, words]) => <label key={value}>
      <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
      <span>{words}</span>
    </label>)}
  </fieldset>;
}
