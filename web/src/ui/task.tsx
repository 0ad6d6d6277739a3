/** One thing a person asked for: running, failed with a reason, or done; and the question before what cannot be undone. */
import { useSignal } from "@preact/signals";
import type { ComponentChild, JSX } from "preact";
import { useId } from "preact/hooks";
import { asApiError, type ApiError } from "../api/client";
import { isKey, t } from "../messages";
import { useModal } from "./sight";

type Work = () => Promise<unknown>;
type ButtonProps = JSX.IntrinsicElements["button"];

export type Task = {
  busy: boolean;
  error: ApiError | null;
  run: (work: Work) => Promise<void>;
  /** Why it failed, to be shown above the buttons. */
  problem: ComponentChild;
  button: (words: ComponentChild, work: Work, kind?: string, more?: ButtonProps) => ComponentChild;
};

export function useTask(): Task {
  const busy = useSignal(false);
  const error = useSignal<ApiError | null>(null);
  async function run(work: Work): Promise<void> {
    if (busy.peek()) return; // a second tap while the first is on its way
    busy.value = true;
    error.value = null;
    try {
      await work();
    } catch (failure) {
      error.value = asApiError(failure);
    } finally {
      busy.value = false;
    }
  }
  return {
    busy: busy.value, error: error.value, run,
    problem: error.value && <p class="problem" role="alert">{sentenceFor(error.value)}</p>,
    button: (words, work, kind = "", more = {}) => (
      <button type="button" class={`button ${kind}`.trim()} aria-disabled={busy.value} onClick={() => run(work)} {...more}>{words}</button>
    ),
  };
}

/** The server's sentence, or ours in the person's language where we have one for its code. */
export function sentenceFor(error: ApiError): string {
  const key = `error.${error.code}`;
  return isKey(key) ? t(key as "error.NETWORK") : error.message;
}

type Question = { title: string; text: string; yes: string; no: string };
type Asking = { ask: () => void; button: (words: string, kind?: string) => ComponentChild; dialog: ComponentChild };

/** A task that is asked for twice. */
export function useQuestion(task: Task, work: Work, question: Question): Asking {
  const isAsking = useSignal(false);
  const ask = () => void (isAsking.value = true);
  return {
    ask,
    button: (words, kind = "") => <button type="button" class={`button ${kind}`.trim()} aria-disabled={task.busy} onClick={ask}>{words}</button>,
    dialog: isAsking.value && <Confirm {...question} onYes={() => task.run(work)} onNo={() => (isAsking.value = false)} />,
  };
}

type ConfirmProps = Question & {
  /** Exactly what is about to go, where it is words. */
  words?: string;
  /** What there is to say about them; it may come a moment later. */
  note?: string | null;
  tone?: "grave" | "primary";
  onYes: () => void;
  onNo: () => void;
};

/** In the browser's own modal dialog. */
export function Confirm({ title, text, words, note, tone = "grave", yes, no, onYes, onNo }: ConfirmProps) {
  const dialog = useModal();
  const id = useId();
  function confirm(): void {
    dialog.current?.close(); // gives the focus back to where it was
    onYes();
  }
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onClose={onNo}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>
        <p>{text}</p>
        {words !== undefined && <blockquote class="last-look" dir="auto">{words}</blockquote>}
      </div>
      {words !== undefined && <div role="status">{note && <p class="concern">{note}</p>}</div>}
      <div class="actions">
        <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>{no}</button>
        <button type="button" class={`button ${tone}`} onClick={confirm}>{yes}</button>
      </div>
    </dialog>
  );
}
