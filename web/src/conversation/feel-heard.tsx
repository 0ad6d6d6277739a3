/** "What I heard": feelings to choose from, and the person's own yes. Quietly at hand, and open when the guide asks. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLive } from "../api/live";
import type { Feeling, SuggestedFeelings } from "../api/types";
import { t } from "../messages";
import { readWords, writeWords } from "../ui/kept";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { handOverFocus } from "./composer";
import { feelHeard, feelingName, loadFeelings, type Choice } from "./feelings";

const WORDS_LIMIT = 1_000;

/** `offer` names the reply in which the guide asked; a card that was put away stays away until it asks again. */
export function FeelHeard({ sessionId, offer }: { sessionId: string; offer: string | null }) {
  const isWanted = useSignal(false);
  const putAway = useSignal<string | null>(null);
  if (!isWanted.value && (offer === null || offer === putAway.value)) {
    return (
      <p class="moment-quiet">
        <button type="button" class="button" onClick={() => (isWanted.value = true)}>{t("heard.open")}</button>
      </p>
    );
  }
  function notYet(): void {
    isWanted.value = false;
    putAway.value = offer;
    handOverFocus();
  }
  return <HeardCard sessionId={sessionId} takesFocus={isWanted.value} onNotYet={notYet} />;
}

type CardProps = { sessionId: string; takesFocus: boolean; onNotYet: () => void };

function HeardCard({ sessionId, takesFocus, onNotYet }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const found = useSignal<SuggestedFeelings | null>(null);
  const chosen = useSignal<Choice[]>([]);
  const words = useSignal(useMemo(() => readWords(`heard:${sessionId}`), [sessionId]));
  const task = useTask();
  useLive(async () => {
    found.value ??= await loadFeelings(sessionId); // once: chips must not move under the finger
  }, sessionId);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  function write(text: string): void {
    words.value = text;
    writeWords(`heard:${sessionId}`, text);
  }
  async function confirm(): Promise<void> {
    await feelHeard(sessionId, chosen.peek(), words.peek().trim());
    write("");
    requestAnimationFrame(focusLatest); // once it is drawn
  }
  return (
    <section class="card moment" aria-labelledby="heard">
      <h3 id="heard" ref={heading} tabIndex={-1}>{t("heard.title")}</h3>
      <p class="quiet">{t("heard.text")}</p>
      {found.value && <Chips found={found.value} chosen={chosen} />}
      <div class="field">
        <label for="heard-words">{t("heard.words")} <span class="quiet">({t("field.optional")})</span></label>
        <p class="hint" id="heard-hint">{t("heard.wordsHint")}</p>
        <textarea
          id="heard-words" rows={2} maxLength={WORDS_LIMIT} autocomplete="off" dir="auto" aria-describedby="heard-hint"
          value={words.value} onInput={(event) => write(event.currentTarget.value)}
        />
      </div>
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(confirm)}>{t("heard.yes")}</button>
        <button type="button" class="button" onClick={onNotYet}>{t("heard.notYet")}</button>
      </p>
    </section>
  );
}

function Chips({ found, chosen }: { found: SuggestedFeelings; chosen: Signal<Choice[]> }) {
  const more = useRef<HTMLDivElement>(null);
  const showsMore = useSignal(false);
  useEffect(() => {
    if (showsMore.value) more.current?.querySelector("button")?.focus();
  }, [showsMore.value]);

  const has = (feeling: string) => chosen.value.some((choice) => choice.feeling === feeling);
  function toggle(feeling: string): void {
    chosen.value = has(feeling)
      ? chosen.value.filter((choice) => choice.feeling !== feeling)
      : [...chosen.value, { feeling, most: false }];
  }
  function toggleMost(feeling: string): void {
    chosen.value = chosen.value.map((choice) => ({ ...choice, most: choice.feeling === feeling && !choice.most }));
  }
  const chip = ({ feeling }: Feeling) => (
    <button key={feeling} type="button" class="chip" aria-pressed={has(feeling)} onClick={() => toggle(feeling)}>
      {feelingName(feeling)}
    </button>
  );
  return (
    <>
      <div class="chips" role="group" aria-labelledby="heard-feelings">
        <p id="heard-feelings">{t("heard.feelings")}</p>
        {found.feelings.map(chip)}
        {!showsMore.value && (
          <button type="button" class="button quiet" onClick={() => (showsMore.value = true)}>{t("heard.more")}</button>
        )}
      </div>
      {showsMore.value && <div ref={more} class="chips" role="group" aria-label={t("heard.more")}>{found.more.map(chip)}</div>}
      {chosen.value.length > 0 && (
        <div class="chips" role="group" aria-labelledby="heard-most">
          <p id="heard-most">{t("heard.most")}</p>
          {chosen.value.map(({ feeling, most }) => (
            <button key={feeling} type="button" class="chip most" aria-pressed={most} onClick={() => toggleMost(feeling)}>
              {feelingName(feeling)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** The card is gone; the guide's next words are what comes now. */
function focusLatest(): void {
  document.querySelector<HTMLElement>(".conversation ol > li:last-child")?.focus();
}
