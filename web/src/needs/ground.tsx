/** What both stand on: found by the guide or put into words by one of them, and common once both have said yes to the same. */
import { api } from "../api/client";
import type { Ground as Answer, GroundItem, Session } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, focusOn, may, type PanelProps } from "../together/state";
import { NeedWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { Comparison } from "./comparison";
import { ProposeGround } from "./ground-form";

export function Ground({ together: { session, comparison, ground } }: PanelProps) {
  const { name } = session.partner;
  if (!comparison || !ground) return null;
  const { commonGround, analysisComplete } = ground;
  return (
    <>
      <section class="together-part" aria-labelledby="comparison">
        <h2 id="comparison">{t("comparison.title")}</h2>
        <p>{t("comparison.text")}</p>
        <Comparison lists={comparison} session={session} />
      </section>
      <section class="together-part" aria-labelledby="ground">
        <h2 id="ground" tabIndex={-1}>{t("ground.title")}</h2>
        <p role="status">{t(introTo(analysisComplete, commonGround.length), { name })}</p>
        {commonGround.length > 0 && (
          <ul class="cards">
            {commonGround.map((item) => <li key={item.id}><Item session={session} item={item} /></li>)}
          </ul>
        )}
        {may(session, "PROPOSE_COMMON_GROUND") && <ProposeGround session={session} items={commonGround} />}
      </section>
    </>
  );
}

function introTo(isComplete: boolean, count: number) {
  if (count > 0) return "ground.text";
  return isComplete ? "ground.none" : "ground.looking";
}

export function groundWords({ kind, need, category, description }: GroundItem) {
  return kind === "SEEN" ? { need: t("ground.seen"), category: null, description: "" } : { need, category, description };
}

function Item({ session, item }: { session: Session; item: GroundItem }) {
  const task = useTask();
  const { name } = session.partner;
  const { id, confirmedByMe, confirmedByPartner } = item;
  const words = groundWords(item);
  async function say(confirmed: boolean): Promise<void> {
    const confirmations = [{ commonGroundId: id, confirmed }];
    const { bothConfirmed } = await change(session.id, api.post<Answer>(`/sessions/${session.id}/common-ground/confirm`, { confirmations }));
    if (bothConfirmed) focusTurn();
    else focusOn(`ground-${id}`);
  }
  const button = (words: string, confirmed: boolean, kind: string) => (
    <button type="button" class={kind} aria-disabled={task.busy} onClick={() => task.run(() => say(confirmed))}>{words}</button>
  );
  return (
    <article class={`card moment ${confirmedByMe ? "yes" : ""}`} id={`ground-${id}`} tabIndex={-1} aria-label={words.need}>
      <NeedWords need={words} />
      {confirmedByPartner && <p class="said-yes">{t("ground.theyConfirmed", { name })}</p>}
      {confirmedByMe && <p class="said-yes">{t(confirmedByPartner ? "ground.iConfirmed" : "ground.waiting", { name })}</p>}
      <Problem task={task} />
      {may(session, "CONFIRM_COMMON_GROUND") && (
        <p class="actions">
          {confirmedByMe ? button(t("ground.takeBack"), false, "button quiet") : button(t("ground.confirm"), true, "button primary")}
        </p>
      )}
    </article>
  );
}
