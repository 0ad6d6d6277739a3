/** A form that is there once it is asked for. The focus goes with it on both ways. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { focusOn } from "./state";

type OpeningProps = {
  id: string;
  title: string;
  /** Something half written is in it: it is open already. */
  isBegun: boolean;
  /** Nothing else is to be done first. */
  isMain?: boolean;
  aside?: ComponentChildren;
  children: (close: () => void) => ComponentChildren;
};

export function Opening({ id, title, isBegun, isMain = false, aside, children }: OpeningProps) {
  const isOpen = useSignal(isBegun);
  function show(isShown: boolean): void {
    isOpen.value = isShown;
    focusOn(isShown ? id : `${id}-open`);
  }
  if (!isOpen.value) {
    return (
      <p class="actions">
        <button type="button" class={isMain ? "button primary" : "button"} id={`${id}-open`} onClick={() => show(true)}>{title}</button>
        {aside}
      </p>
    );
  }
  return (
    <section class="card" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>{title}</h3>
      {children(() => show(false))}
    </section>
  );
}

export function Leave({ onLeave, words }: { onLeave: () => void; words: string }) {
  return <button type="button" class="button quiet" onClick={onLeave}>{words}</button>;
}
