/** Where one writes. Typing is always possible; sending only when somebody is ready to listen. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId, useRef } from "preact/hooks";
import type { EmotionAnswer } from "../api/types";
import { t } from "../messages";
import { act } from "../session/state";
import { useText, type Text } from "../ui/kept";
import { COMPOSER, focusNow, hasRealKeyboard } from "../ui/sight";
import { Button, useTask } from "../ui/task";
import { suggestPauseIn, type Place } from "./state";

const LIMIT = 8_000;
const NEAR_LIMIT = 500;

type Writing = Text & { takeOver: (text: string) => void };

/** What is being written in this place, on this device, until it is sent. */
export function useDraft(place: Place): Writing {
  const { text, write } = useText(`draft:${place}`);
  function takeOver(words: string): void {
    write([text.peek().trimEnd(), words].filter(Boolean).join("\n\n"));
    focusNow(COMPOSER, { preventScroll: true });
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
  function send(): void {
    focusNow(COMPOSER, { preventScroll: true });
    if (!isReady) return;
    draft.write("");
    onSend(words);
  }
  return <ComposerRow
    id="composer" stays={stays} label={label} text={draft.text.value} isReady={isReady} onWrite={draft.write} onSend={send}
    aria-describedby={`${id}-hints`} aria-invalid={left < 0 ? "true" : undefined}
  >
    <div class="composer-hints" id={`${id}-hints`}>
      {left < NEAR_LIMIT && <p class={left < 0 ? "problem" : "hint"}>
        {left < 0 ? t("composer.over", { count: String(-left) }) : t("composer.left", { count: String(left) })}
      </p>}
      <p class="hint" role="status">{left < 0 ? t("composer.tooLong") : waiting}</p>
      {!waiting && <p class="hint keys">{t("composer.keys")}</p>}
    </div>
    {children}
  </ComposerRow>;
}

type RowProps = Omit<JSX.IntrinsicElements["textarea"], "onInput"> & {
  label: string; text: string; isReady: boolean; stays?: boolean;
  onWrite: (text: string) => void; onSend: () => void; children?: ComponentChildren;
};

export function ComposerRow({ id, label, text, isReady, stays = false, onWrite, onSend, children, ...area }: RowProps) {
  function send(event: Event): void {
    event.preventDefault();
    onSend();
  }
  function press(event: KeyboardEvent): void {
    // On a touch keyboard Enter is the only way to a new line.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && hasRealKeyboard()) send(event);
  }
  return <form class={stays ? "composer stays" : "composer"} onSubmit={send}>
    <label for={id}>{label}</label>
    <div class="composer-row">
      <div class="composer-field" data-text={text}>
        <textarea
          id={id} rows={1} autocomplete="off" dir="auto" value={text} {...area}
          onInput={(event) => onWrite(event.currentTarget.value)} onKeyDown={press}
        />
      </div>
      <button type="submit" class="button primary" aria-disabled={!isReady}>{t("composer.send")}</button>
    </div>
    {children}
  </form>;
}

const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Strength = ReturnType<typeof useStrength>;

export function useStrength() {
  const chosen = useSignal<number | null>(null);
  const noted = useSignal<number | null>(null);
  const isOpen = useSignal(false);
  function take(): number | null {
    const strength = chosen.peek();
    if (strength !== null) noted.value = strength;
    chosen.value = null;
    isOpen.value = false;
    return strength;
  }
  return { chosen, noted, isOpen, take };
}

/** How strong it is, from 1 to 10: never asked for, never counted, and put away with one tap. */
export function Barometer({ sessionId, strength: { chosen, noted, isOpen, take } }: { sessionId: string; strength: Strength }) {
  const summary = useRef<HTMLElement>(null);
  const task = useTask();
  async function note(): Promise<void> {
    if (chosen.peek() === null) return;
    const { suggestPause } = await act<EmotionAnswer>(sessionId, "emotions", { intensity: chosen.peek() });
    suggestPauseIn(sessionId, suggestPause);
    take();
    rest();
  }
  function putAway(): void {
    chosen.value = null;
    isOpen.value = false;
    rest();
  }
  function rest(): void {
    summary.current?.focus({ preventScroll: true }); // the buttons are folded away
  }
  return <div class="barometer">
    <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary ref={summary}>{t("barometer.title")}</summary>
      <Scale chosen={chosen} />
      {chosen.value !== null && <p class="hint">{t("barometer.chosen")}</p>}
      {task.problem}
      <p class="actions">
        {task.button(t("barometer.note"), note, "", { "aria-disabled": task.busy || chosen.value === null })}
        <Button kind="quiet" onClick={putAway}>{t("barometer.clear")}</Button>
      </p>
    </details>
    <p class="hint" role="status">
      {!isOpen.value && noted.value !== null && t("barometer.noted", { strength: String(noted.value) })}
    </p>
  </div>;
}

function Scale({ chosen }: Pick<Strength, "chosen">) {
  return <fieldset>
    <legend class="visually-hidden">{t("barometer.legend")}</legend>
    <div class="scale">
      {STRENGTHS.map((strength) => <label key={strength}>
        <input type="radio" name="strength" value={strength} checked={chosen.value === strength} onChange={() => (chosen.value = strength)} />
        <span>{strength}</span>
      </label>)}
    </div>
    <p class="scale-ends" aria-hidden="true"><span>{t("barometer.low")}</span> <span>{t("barometer.high")}</span></p>
  </fieldset>;
}
