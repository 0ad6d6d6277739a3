/** A form whose words are kept on this device while they are written, field by field, until they are sent. */
import { useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { readWords, writeWords } from "../ui/kept";

type Words = Record<string, string>;
type Input = HTMLInputElement | HTMLTextAreaElement;

export type Kept<W extends Words> = {
  values: Signal<W>;
  isBegun: boolean;
  set: (field: keyof W & string, value: string) => void;
  forget: () => void;
  /** What ties one text field of a form to its kept words. */
  field: <F extends keyof W & string>(name: F) => { name: F; value: string; onInput: (event: { currentTarget: Input }) => void };
};

export function useKept<W extends Words>(name: string, begin: W): Kept<W> {
  const kept = useMemo(() => parsed(readWords(name)), [name]);
  const values = useSignal<W>({ ...begin, ...kept });
  const isTouched = useSignal(Object.keys(kept).length > 0);
  function set(field: keyof W & string, value: string): void {
    values.value = { ...values.peek(), [field]: value };
    isTouched.value = true;
    writeWords(name, JSON.stringify(values.peek()));
  }
  function forget(): void {
    values.value = begin;
    isTouched.value = false;
    writeWords(name, "");
  }
  return {
    values, set, forget, isBegun: isTouched.value,
    field: (field) => ({ name: field, value: values.value[field]!, onInput: (event) => set(field, event.currentTarget.value) }),
  };
}

/** Whether something half written is there. */
export function isKept(name: string): boolean {
  return readWords(name) !== "";
}

function parsed(text: string): Words {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}
