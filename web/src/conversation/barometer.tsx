/** How strong it is, from 1 to 10: never asked for, never counted, and put away with one tap. */
import { useSignal, type Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../messages";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { noteStrength } from "./emotions";

const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Strength = { chosen: Signal<number | null>; noted: Signal<number | null>; isOpen: Signal<boolean>; take: () => number | null };

export function useStrength(): Strength {
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

export function Barometer({ sessionId, strength: { chosen, noted, isOpen, take } }: { sessionId: string; strength: Strength }) {
  const summary = useRef<HTMLElement>(null);
  const task = useTask();

  async function note(): Promise<void> {
    if (chosen.peek() === null) return;
    await noteStrength(sessionId, chosen.peek()!);
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
  return (
    <div class="barometer">
      <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary ref={summary}>{t("barometer.title")}</summary>
        <Scale chosen={chosen} />
        {chosen.value !== null && <p class="hint">{t("barometer.chosen")}</p>}
        <Problem task={task} />
        <p class="actions">
          <button type="button" class="button" aria-disabled={task.busy || chosen.value === null} onClick={() => task.run(note)}>
            {t("barometer.note")}
          </button>
          <button type="button" class="button quiet" onClick={putAway}>{t("barometer.clear")}</button>
        </p>
      </details>
      <p class="hint" role="status">
        {!isOpen.value && noted.value !== null && t("barometer.noted", { strength: String(noted.value) })}
      </p>
    </div>
  );
}

function Scale({ chosen }: { chosen: Signal<number | null> }) {
  return (
    <fieldset>
      <legend class="visually-hidden">{t("barometer.legend")}</legend>
      <div class="scale">
        {STRENGTHS.map((strength) => (
          <label key={strength}>
            <input
              type="radio" name="strength" value={strength} checked={chosen.value === strength}
              onChange={() => (chosen.value = strength)}
            />
            <span>{strength}</span>
          </label>
        ))}
      </div>
      <p class="scale-ends" aria-hidden="true"><span>{t("barometer.low")}</span> <span>{t("barometer.high")}</span></p>
    </fieldset>
  );
}
