/** What one would add to a verdict: for oneself, or for the partner, with help to find kind and clear words. */
import { signal, useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { api } from "../api/client";
import type { ProposedFeedback, Session } from "../api/types";
import { keepHelp } from "../conversation/emotions";
import { t } from "../messages";
import { Counted } from "../ui/counted";
import { readWords, writeWords } from "../ui/kept";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";

export const FEEDBACK_LIMIT = 1_000;
const FIELD = "feedback";

export type FeedbackWords = { text: Signal<string>; isShared: Signal<boolean>; write: (text: string) => void; forget: () => void };

const sharing = new Map<string, Signal<boolean>>();

function isSharedIn(sessionId: string): Signal<boolean> {
  const known = sharing.get(sessionId) ?? signal(false);
  sharing.set(sessionId, known);
  return known;
}

export function useFeedback(sessionId: string): FeedbackWords {
  const name = `feedback:${sessionId}`;
  const text = useSignal(useMemo(() => readWords(name), [name]));
  const isShared = isSharedIn(sessionId);
  function write(words: string): void {
    text.value = words;
    writeWords(name, words);
  }
  function forget(): void {
    write("");
    isShared.value = false;
  }
  return { text, isShared, write, forget };
}

export function Feedback({ session, feedback }: { session: Session; feedback: FeedbackWords }) {
  const { text, isShared, write } = feedback;
  const proposed = useSignal("");
  const task = useTask();
  const { id, partner: { name } } = session;
  const words = text.value.trim();

  async function ask(): Promise<void> {
    const answer = await api.post<ProposedFeedback>(`/sessions/${id}/empathy/validation-feedback/draft`, { notes: words });
    proposed.value = answer.proposedFeedback ?? "";
    if (answer.help) keepHelp(id, answer.help);
  }
  function use(): void {
    write(proposed.peek());
    proposed.value = "";
    document.getElementById(FIELD)?.focus();
  }
  return (
    <>
      <div class="field">
        <label for={FIELD}>{t("validation.words")} <span class="quiet">({t("field.optional")})</span></label>
        <p class="hint" id="feedback-hint">{t("validation.wordsHint", { name })}</p>
        <textarea
          id={FIELD} rows={3} autocomplete="off" dir="auto" value={text.value} aria-describedby="feedback-hint"
          onInput={(event) => write(event.currentTarget.value)}
        />
        <Counted text={words} limit={FEEDBACK_LIMIT} />
      </div>
      {words && (
        <>
          <Problem task={task} />
          <p class="actions">
            <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(ask)}>{t("validation.coach")}</button>
          </p>
        </>
      )}
      <div role="status">
        {proposed.value && (
          <figure class="draft">
            <figcaption>{t("validation.proposed")}</figcaption>
            <blockquote dir="auto">{proposed.value}</blockquote>
            <button type="button" class="button" onClick={use}>{t("validation.use")}</button>
          </figure>
        )}
      </div>
      {words && (
        <label class="check">
          <input type="checkbox" checked={isShared.value} onChange={(event) => (isShared.value = event.currentTarget.checked)} />
          <span>{t("validation.share", { name })} <span class="quiet">{t("validation.shareHint", { name })}</span></span>
        </label>
      )}
    </>
  );
}
