/** What was held back and why, for the one who wrote it alone, and every way from there. Nothing here is urgent, and nothing is decided. */
import type { Session } from "../api/types";
import { t } from "../messages";
import { navigate } from "../router";
import { changeSession } from "../session/state";
import { focusTurn } from "../session/turn";
import { notice, Problem } from "../ui/page";
import { QuickExit } from "../ui/quick-exit";
import { useTask, type Task } from "../ui/task";
import { suggestPauseIn } from "./emotions";

const HOLD = "hold";

export function usePause(id: string): { task: Task; pause: () => Promise<void> } {
  const task = useTask();
  async function pause(): Promise<void> {
    await changeSession(id, "pause");
    suggestPauseIn(id, false);
    if (!focusTurn()) navigate(`/sessions/${id}`); // where the break is
  }
  return { task, pause: () => task.run(pause) };
}

export function focusHold(): void {
  document.getElementById(HOLD)?.focus();
}

export function isHeld({ turn }: Session): boolean {
  return turn.actions.includes("CONTINUE");
}

export function Hold({ session: { id, partner, turn }, onGoOn }: { session: Session; onGoOn: () => void }) {
  const { task, pause } = usePause(id);
  const { name, joined } = partner;
  async function goOn(): Promise<void> {
    await changeSession(id, "safety/continue");
    notice.value = t("hold.continued");
    onGoOn();
  }
  return (
    <section class="card moment" aria-labelledby={HOLD}>
      <h3 id={HOLD} tabIndex={-1}>{t("hold.title")}</h3>
      <p>{t("hold.why")} {t(joined ? "hold.heldShared" : "hold.heldInvitation", { name })}</p>
      <p>{t("hold.decide")} <a href="/help">{t("hold.help")}</a></p>
      <Problem task={task} />
      <p class="actions">
        {turn.actions.includes("PAUSE") && <button type="button" class="button" onClick={pause}>{t("hold.break")}</button>}
        <QuickExit words={t("hold.leave")} />
        <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(goOn)}>{t("hold.continue")}</button>
      </p>
      {joined && <p class="hint">{t("hold.breakShows", { name })}</p>}
    </section>
  );
}
