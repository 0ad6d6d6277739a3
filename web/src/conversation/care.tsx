/** Care, for the one who is in it alone: people who can help stay in sight, what waits and why, and every way from there. */
import { useEffect } from "preact/hooks";
import type { Session } from "../api/types";
import { Lines } from "../help/resources";
import { t } from "../messages";
import { navigate } from "../router";
import { changeSession } from "../session/state";
import { focusTurn } from "../session/turn";
import { notice, Problem } from "../ui/page";
import { QuickExit } from "../ui/quick-exit";
import { useTask, type Task } from "../ui/task";
import { suggestPauseIn } from "./emotions";
import { loadChat } from "./state";

const CARE = "care";
const IN_SIGHT = 3; // so many lines leave the guide's words in sight on a phone

export function usePause(id: string): { task: Task; pause: () => Promise<void> } {
  const task = useTask();
  async function pause(): Promise<void> {
    await changeSession(id, "pause");
    suggestPauseIn(id, false);
    if (!focusTurn()) navigate(`/sessions/${id}`); // where the break is
  }
  return { task, pause: () => task.run(pause) };
}

export function focusCare(): void {
  document.getElementById(CARE)?.focus();
}

export function Care({ session: { id, partner, turn, care }, onGoOn }: { session: Session; onGoOn: () => void }) {
  const { task, pause } = usePause(id);
  const { name, joined } = partner;
  useEffect(() => suggestPauseIn(id, false), []); // one thing at a time
  async function goOn(): Promise<void> {
    await changeSession(id, "safety/continue");
    await loadChat(`${id}/messages`); // what has arrived meanwhile
    notice.value = t("care.continued");
    onGoOn();
  }
  return (
    <section class={`card moment care ${care?.urgent ? "urgent" : ""}`} aria-labelledby={CARE}>
      <h3 id={CARE} tabIndex={-1}>{t(care?.urgent ? "care.urgentTitle" : "care.title")}</h3>
      <Lines about={care?.about ?? null} most={IN_SIGHT} />
      <Problem task={task} />
      <p class="actions">
        <QuickExit words={t("care.leave")} />
        {turn.actions.includes("PAUSE") && <button type="button" class="button" onClick={pause}>{t("care.break")}</button>}
        <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(goOn)}>{t("care.continue")}</button>
      </p>
      <details>
        <summary>{t("care.meanwhile")}</summary>
        <p>{t(joined ? "care.waits" : "care.waitsInvitation", { name })}</p>
        {joined && <p class="hint">{t("care.breakShows", { name })}</p>}
      </details>
    </section>
  );
}
