/** One thing a person asked for: running, failed with a reason, or done; and the question before what cannot be undone. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { asApiError, type ApiError } from "../api/client";
import { isKey, t } from "../messages";
import { useModal } from "./sight";

type Work = () => Promise<unknown>;
type ButtonProps = JSX.IntrinsicElements["button"];

export function Button({ kind = "", ...more }: ButtonProps & { kind?: string }) {
  return <button type="button" class={`button ${kind}`.trim()} {...more} />;
}

/** `problem` says why it failed, and stands above the buttons. */
export type Task = ReturnType<typeof useTask>;

export function useTask() {
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
    button: (words: string, work: Work, kind = "", more: ButtonProps = {}) => (
      <Button kind={kind} aria-disabled={busy.value} onClick={() => run(work)} {...more}>{words}</Button>
    ),
  };
}

/** The server's sentence, or ours in the person's language where we have one for its code. */
export function sentenceFor(error: ApiError): string {
  const key = `error.${error.code}`;
  return isKey(key) ? t(key as "error.NETWORK") : error.message;
}

type Question = { title: string; text: string; yes: string; no: string };

/** A task that is asked for twice. */
export function useQuestion(task: Task, work: Work, question: Question) {
  const isAsking = useSignal(false);
  const ask = () => void (isAsking.value = true);
  return {
    ask,
    button: (words: string, kind = "") => <Button kind={kind} aria-disabled={task.busy} onClick={ask}>{words}</Button>,
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
  return <dialog ref={dialog} class="dialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onClose={onNo}>
    <h2 id={`${id}-title`}>{title}</h2>
    <div id={`${id}-text`}>
      <p>{text}</p>
      {words !== undefined && <blockquote class="last-look" dir="auto">{words}</blockquote>}
    </div>
    {words !== undefined && <div role="status">{note && <p class="concern">{note}</p>}</div>}
    <div class="actions">
      <Button autofocus onClick={() => dialog.current?.close()}>{no}</Button>
      <Button kind={tone} onClick={confirm}>{yes}</Button>
    </div>
  </dialog>;
}
