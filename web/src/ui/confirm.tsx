/** A question before something that cannot be undone, in the browser's own modal dialog. */
import { useEffect, useId, useRef } from "preact/hooks";

type ConfirmProps = {
  title: string;
  text: string;
  /** Exactly what is about to go, where it is words. */
  words?: string;
  /** What there is to say about them; it may come a moment later. */
  note?: string | null;
  tone?: "grave" | "primary";
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
};

export function Confirm({ title, text, words, note, tone = "grave", yes, no, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
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
