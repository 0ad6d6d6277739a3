/** The exact words once more before they go, with a word on what in them may hurt. The last word is the writer's. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, ApiError } from "../api/client";
import type { ConcernKind, Session, WordsAnswer } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";

type LastLookProps = { session: Session; words: string; onYes: () => void; onNo: () => void };

export function LastLook({ session: { id, partner: { name } }, words, onYes, onNo }: LastLookProps) {
  const concern = useSignal<ConcernKind | null>(null);
  useEffect(() => {
    async function look(): Promise<void> {
      try {
        concern.value = (await api.post<WordsAnswer>(`/sessions/${id}/empathy/last-look`, { content: words })).concern;
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure; // without an answer there is nothing to point out
      }
    }
    void look();
  }, [id, words]);
  return (
    <Confirm
      title={t("lastLook.title", { name })} text={t("lastLook.text", { name })} words={words} tone="primary"
      note={concern.value && t(`lastLook.concern.${concern.value}`, { name })}
      yes={t("lastLook.yes")} no={t("lastLook.no")} onYes={onYes} onNo={onNo}
    />
  );
}
