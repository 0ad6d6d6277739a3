/** What comes up between two messages and is only for the one who reads it: a break to take, a hold, help at hand. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../api/types";
import { HelpCard } from "../help/resources";
import { t } from "../messages";
import { changeSession } from "../session/state";
import { focusTurn } from "../session/turn";
import { notice, Problem } from "../ui/page";
import { QuickExit } from "../ui/quick-exit";
import { useTask } from "../ui/task";
import { handOverFocus } from "./composer";
import { helpAtHand, pauseSuggested, suggestPauseIn } from "./emotions";

export function Moments({ session }: { session: Session }) {
  const help = helpAtHand.value[session.id];
  const can = (action: Session["turn"]["actions"][number]) => session.turn.actions.includes(action);
  return (
    <div class="moments" role="status">
      {help && <HelpCard help={help} />}
      {pauseSuggested.value[session.id] && can("PAUSE") && <PauseOffer id={session.id} />}
      {can("CONTINUE") && <Hold id={session.id} name={session.partner.name} canPause={can("PAUSE")} />}
    </div>
  );
}

function usePause(id: string): { task: ReturnType<typeof useTask>; pause: () => Promise<void> } {
  const task = useTask();
  async function pause(): Promise<void> {
    await changeSession(id, "pause");
    suggestPauseIn(id, false);
    focusTurn();
  }
  return { task, pause: () => task.run(pause) };
}

function PauseOffer({ id }: { id: string }) {
  const { task, pause } = usePause(id);
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []); // it may have come up above the barometer
  function goOn(): void {
    suggestPauseIn(id, false);
    handOverFocus();
  }
  return (
    <section ref={card} class="card moment" aria-labelledby="pause-offer">
      <h3 id="pause-offer">{t("pause.title")}</h3>
      <p>{t("pause.text")}</p>
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button" onClick={pause}>{t("pause.take")}</button>
        <button type="button" class="button quiet" onClick={goOn}>{t("pause.goOn")}</button>
      </p>
    </section>
  );
}

function Hold({ id, name, canPause }: { id: string; name: string; canPause: boolean }) {
  const { task, pause } = usePause(id);
  async function goOn(): Promise<void> {
    await changeSession(id, "safety/continue");
    notice.value = t("hold.continued");
    handOverFocus();
  }
  return (
    <section class="card moment" aria-labelledby="hold">
      <h3 id="hold">{t("hold.title")}</h3>
      <p>{t("hold.text", { name })}</p>
      <p>{t("hold.decide")}</p>
      <Problem task={task} />
      <p class="actions">
        {canPause && <button type="button" class="button" onClick={pause}>{t("hold.break")}</button>}
        <QuickExit />
        <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(goOn)}>{t("hold.continue")}</button>
      </p>
    </section>
  );
}
