/** What comes up between two messages and is only for the one who reads it: a break to take, care, help at hand. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../api/types";
import { HelpCard } from "../help/resources";
import { t } from "../messages";
import { Problem } from "../ui/page";
import { Care, usePause } from "./care";
import { handOverFocus } from "./composer";
import { goOnWithoutPause, helpAtHand, pauseSuggested } from "./emotions";

export function Moments({ session }: { session: Session }) {
  const help = helpAtHand.value[session.id];
  const can = (action: Session["turn"]["actions"][number]) => session.turn.actions.includes(action);
  return (
    <div class="moments" role="status">
      {help && !session.care && <HelpCard help={help} />}
      {pauseSuggested.value[session.id] && !session.care && can("PAUSE") && <PauseOffer id={session.id} />}
      {session.care && <Care session={session} onGoOn={handOverFocus} />}
    </div>
  );
}

function PauseOffer({ id }: { id: string }) {
  const { task, pause } = usePause(id);
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []); // it may have come up above the barometer
  function goOn(): void {
    goOnWithoutPause(id);
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
