/** Forms: labels, hints and errors tied to their fields, checked in the person's language before anything is sent. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../messages";
import { sentenceFor, useTask } from "./task";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Errors = Record<string, string>;

export type Values = Record<string, string>;

type FormProps = {
  submit: string;
  onSubmit: (values: Values) => Promise<void>;
  children: (errors: Errors) => ComponentChildren;
  aside?: ComponentChildren;
  /** For what cannot be undone. */
  grave?: boolean;
};

export function Form({ submit, onSubmit, children, aside, grave = false }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useSignal<Errors>({});
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
    const controls = controlsOf(form.current!);
    errors.value = Object.fromEntries(controls.filter((one) => !one.validity.valid).map((one) => [one.name, complaint(one)]));
    const values = Object.fromEntries(controls.map((one) => [one.name, valueOf(one)]));
    if (Object.keys(errors.value).length === 0) void task.run(() => onSubmit(values));
  }

  return (
    <form ref={form} class="form" noValidate onSubmit={check}>
      {children(errors.value)}
      {error && <p class="problem" role="alert">{sentenceFor(error)}</p>}
      <div class="actions">
        <button type="submit" class={`button ${grave ? "grave" : "primary"}`} aria-disabled={task.busy}>{submit}</button>
        {aside}
      </div>
    </form>
  );
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input, textarea, select")];
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
type FieldProps = { name: string; label: string; errors: Errors; hint?: string };

/** The label, the hint and the error around one control, and what ties them to it. */
function Labelled({ name, label, errors, hint, optional, children }: FieldProps & {
  optional: boolean;
  children: (ties: Ties) => ComponentChildren;
}) {
  const id = useId();
  const error = errors[name];
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="quiet"> ({t("field.optional")})</span>}
      </label>
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      {children({ id, name, ...(describedBy && { "aria-describedby": describedBy }), ...(error && { "aria-invalid": "true" }) })}
      {error && <p class="problem" id={`${id}-error`}>{error}</p>}
    </div>
  );
}

export function TextField({ name, label, errors, hint, ...input }: FieldProps & JSX.IntrinsicElements["input"]) {
  return (
    <Labelled {...{ name, label, errors }} {...(hint && { hint })} optional={!input.required}>
      {(ties) => <input type="text" {...input} {...ties} />}
    </Labelled>
  );
}

export function TextArea({ name, label, errors, hint, ...area }: FieldProps & JSX.IntrinsicElements["textarea"]) {
  return (
    <Labelled {...{ name, label, errors }} {...(hint && { hint })} optional={!area.required}>
      {(ties) => <textarea rows={4} {...area} {...ties} />}
    </Labelled>
  );
}

type SelectProps = FieldProps & {
  value: string;
  options: [value: string, label: string][];
  onChange?: (value: string) => void;
};

export function SelectField({ name, label, errors, hint, value, options, onChange }: SelectProps) {
  // What another client chose stays chosen, even where this one would not offer it.
  const known = options.some(([option]) => option === value) ? options : [...options, [value, value] as const];
  return (
    <Labelled {...{ name, label, errors }} {...(hint && { hint })} optional={false}>
      {(ties) => (
        <select {...ties} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {known.map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>{text}</option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
