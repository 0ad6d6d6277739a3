/** A question before something that cannot be undone, in the browser's own modal dialog. */
import { useEffect, useId, useRef } from "preact/hooks";

type ConfirmProps = {
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
};

export function Confirm({ title, text, yes, no, onYes, onNo }: ConfirmProps) {
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
      <p id={`${id}-text`}>{text}</p>
      <div class="actions">
        <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>{no}</button>
        <button type="button" class="button grave" onClick={confirm}>{yes}</button>
      </div>
    </dialog>
  );
}
