/** Where one writes. Typing is always possible; sending only when the guide is ready to listen. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import { t } from "../messages";
import { readWords, writeWords } from "../ui/kept";
import type { Place } from "./state";

const LIMIT = 8_000;
const NEAR_LIMIT = 500;
const COMPOSER = "composer";

export type Writing = { text: Signal<string>; write: (text: string) => void; takeOver: (text: string) => void };

export function focusComposer(): void {
  document.getElementById(COMPOSER)?.focus({ preventScroll: true });
}

/** For buttons that vanish when they have been pressed. On a touch screen this would only bring up the keyboard. */
export function handOverFocus(): void {
  if (hasRealKeyboard()) focusComposer();
}

/** What is being written in this place, on this device, until it is sent. */
export function useDraft(place: Place): Writing {
  const name = `draft:${place}`;
  const text = useSignal(useMemo(() => readWords(name), [name]));
  function write(words: string): void {
    text.value = words;
    writeWords(name, words);
  }
  function takeOver(words: string): void {
    write([text.peek().trimEnd(), words].filter(Boolean).join("\n\n"));
    focusComposer();
  }
  return { text, write, takeOver };
}

type ComposerProps = {
  label: string;
  draft: Writing;
  /** Why nothing can be sent just now; empty when it can. */
  waiting: string;
  stays: boolean;
  onSend: (text: string) => void;
  children?: ComponentChildren;
};

export function Composer({ label, draft, waiting, stays, onSend, children }: ComposerProps) {
  const id = useId();
  const words = draft.text.value.trim();
  const left = LIMIT - [...words].length;
  const isReady = words !== "" && left >= 0 && !waiting;

  function send(event: Event): void {
    event.preventDefault();
    focusComposer();
    if (!isReady) return;
    draft.write("");
    onSend(words);
  }
  function onKeyDown(event: KeyboardEvent): void {
    // On a touch keyboard Enter is the only way to a new line.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && hasRealKeyboard()) send(event);
  }
  return (
    <form class={stays ? "composer stays" : "composer"} onSubmit={send}>
      <label for={COMPOSER}>{label}</label>
      <div class="composer-row">
        <div class="composer-field" data-text={draft.text.value}>
          <textarea
            id={COMPOSER} rows={1} autocomplete="off" dir="auto" value={draft.text.value} aria-describedby={`${id}-hints`}
            aria-invalid={left < 0 ? "true" : undefined}
            onInput={(event) => draft.write(event.currentTarget.value)} onKeyDown={onKeyDown}
          />
        </div>
        <button type="submit" class="button primary" aria-disabled={!isReady}>{t("composer.send")}</button>
      </div>
      <div class="composer-hints" id={`${id}-hints`}>
        {left < NEAR_LIMIT && (
          <p class={left < 0 ? "problem" : "hint"}>
            {left < 0 ? t("composer.over", { count: String(-left) }) : t("composer.left", { count: String(left) })}
          </p>
        )}
        <p class="hint" role="status">{left < 0 ? t("composer.tooLong") : waiting}</p>
        {!waiting && <p class="hint keys">{t("composer.keys")}</p>}
      </div>
      {children}
    </form>
  );
}

export function hasRealKeyboard(): boolean {
  return matchMedia("(hover: hover) and (pointer: fine)").matches;
}
