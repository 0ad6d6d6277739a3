/** "What I heard": feelings to choose from, and the person's own yes. Quietly at hand, and open when the guide asks. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { FeelingView, SuggestedFeelings } from "../api/types";
import { isKey, t } from "../messages";
import { act } from "../session/state";
import { WordsField } from "../ui/form";
import { useText } from "../ui/kept";
import { focusLatest, handOverFocus, useTakesFocus } from "../ui/sight";
import { Button, useTask } from "../ui/task";

type Choice = { feeling: string; most: boolean };

const WORDS_LIMIT = 1_000;

/** A feeling of a newer server keeps its key for a name. */
export function feelingName(feeling: string): string {
  const key = `feeling.${feeling}`;
  return isKey(key) ? t(key as "feeling.hurt") : feeling;
}

type ChipProps = { feeling: string; isChosen: boolean; onToggle: (feeling: string) => void; kind?: string };

export function FeelingChip({ feeling, isChosen, onToggle, kind = "chip" }: ChipProps) {
  return <button type="button" class={kind} aria-pressed={isChosen} onClick={() => onToggle(feeling)}>{feelingName(feeling)}</button>;
}

/** `offer` names the reply in which the guide asked; a card that was put away stays away until it asks again. */
export function FeelHeard({ sessionId, offer }: { sessionId: string; offer: string | null }) {
  const isWanted = useSignal(false);
  const putAway = useSignal<string | null>(null);
  if (!isWanted.value && (offer === null || offer === putAway.value)) {
    return <p class="moment-quiet"><Button onClick={() => (isWanted.value = true)}>{t("heard.open")}</Button></p>;
  }
  function notYet(): void {
    isWanted.value = false;
    putAway.value = offer;
    handOverFocus();
  }
  return <HeardCard sessionId={sessionId} takesFocus={isWanted.value} onNotYet={notYet} />;
}

function HeardCard({ sessionId, takesFocus, onNotYet }: { sessionId: string; takesFocus: boolean; onNotYet: () => void }) {
  const heading = useTakesFocus(takesFocus);
  const found = useSignal<SuggestedFeelings | null>(null);
  const chosen = useSignal<Choice[]>([]);
  const { text, write } = useText(`heard:${sessionId}`);
  const task = useTask();
  useLive(async () => {
    found.value ??= await api.get<SuggestedFeelings>(`/sessions/${sessionId}/feelings/suggested`); // once: chips must not move under the finger
  }, sessionId);
  async function confirm(): Promise<void> {
    const words = text.peek().trim();
    await act(sessionId, "feel-heard", { confirmed: true, feelings: chosen.peek(), ...(words && { words }) });
    write("");
    focusLatest();
  }
  return <section class="card moment" aria-labelledby="heard">
    <h3 id="heard" ref={heading} tabIndex={-1}>{t("heard.title")}</h3>
    <p class="quiet">{t("heard.text")}</p>
    {found.value && <Chips found={found.value} chosen={chosen} />}
    <WordsField
      id="heard-words" label={t("heard.words")} hint={t("heard.wordsHint")} optional rows={2} maxLength={WORDS_LIMIT}
      text={text.value} onWrite={write}
    />
    {task.problem}
    <p class="actions">
      {task.button(t("heard.yes"), confirm, "primary")}
      <Button onClick={onNotYet}>{t("heard.notYet")}</Button>
    </p>
  </section>;
}

function Chips({ found, chosen }: { found: SuggestedFeelings; chosen: Signal<Choice[]> }) {
  const more = useRef<HTMLDivElement>(null);
  const showsMore = useSignal(false);
  useEffect(() => {
    if (showsMore.value) more.current?.querySelector("button")?.focus();
  }, [showsMore.value]);

  const has = (feeling: string) => chosen.value.some((choice) => choice.feeling === feeling);
  function toggle(feeling: string): void {
    const others = chosen.value.filter((choice) => choice.feeling !== feeling);
    chosen.value = has(feeling) ? others : [...others, { feeling, most: false }];
  }
  function toggleMost(feeling: string): void {
    chosen.value = chosen.value.map((choice) => ({ ...choice, most: choice.feeling === feeling && !choice.most }));
  }
  const chip = ({ feeling }: FeelingView) => <FeelingChip key={feeling} feeling={feeling} isChosen={has(feeling)} onToggle={toggle} />;
  return <>
    <div class="chips" role="group" aria-labelledby="heard-feelings">
      <p id="heard-feelings">{t("heard.feelings")}</p>
      {found.feelings.map(chip)}
      {!showsMore.value && <Button kind="quiet" onClick={() => (showsMore.value = true)}>{t("heard.more")}</Button>}
    </div>
    {showsMore.value && <div ref={more} class="chips" role="group" aria-label={t("heard.more")}>{found.more.map(chip)}</div>}
    {chosen.value.length > 0 && <div class="chips" role="group" aria-labelledby="heard-most">
      <p id="heard-most">{t("heard.most")}</p>
      {chosen.value.map(({ feeling, most }) => <FeelingChip key={feeling} feeling={feeling} isChosen={most} onToggle={toggleMost} kind="chip most" />)}
    </div>}
  </>;
}
