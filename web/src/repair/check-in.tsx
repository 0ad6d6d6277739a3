/** Looking back on what was agreed: for oneself, and for the other one only if one says so. */
import type { Signal } from "@preact/signals";
import { api } from "../api/client";
import type { CheckIns, OneCheckIn, Session } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { useKept } from "../together/kept";
import { change } from "../together/state";
import { Counted } from "../ui/counted";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";

const DONE = ["YES", "PARTLY", "NO"] as const;
const WISHES = ["COMPLETE", "EXTEND", "ABANDON"] as const;
const FELT_LIMIT = 1_000;

export function isDue({ pendingActions }: Session, agreementId: string): boolean {
  return pendingActions.some(({ type, itemId }) => type === "follow_up_due" && itemId === agreementId);
}

export function CheckIn({ session, checkIns }: { session: Session; checkIns: CheckIns }) {
  const { agreement, mine, partner } = checkIns;
  const { name } = session.partner;
  const isOver = agreement.status === "COMPLETED" || agreement.status === "ABANDONED";
  return (
    <div class="check-in">
      {mine && <Said title={t("checkIn.mine")} said={mine} />}
      {partner && <Said title={t("checkIn.theirs", { name })} said={partner} />}
      {isOver && <p class="said-yes">{t(`checkIn.${agreement.status as "COMPLETED" | "ABANDONED"}`)}</p>}
      {mine && !isOver && <p class="hint">{t("checkIn.waiting", { name })}</p>}
      {isDue(session, agreement.id) && <Ask session={session} agreementId={agreement.id} />}
    </div>
  );
}

function Said({ title, said: { done, felt, wish } }: { title: string; said: OneCheckIn }) {
  return (
    <figure class="quotation">
      <figcaption>{title}</figcaption>
      <p>{t(`checkIn.${done}`)}{wish && <span class="quiet"> · {t(`checkIn.wish.${wish}`)}</span>}</p>
      {felt && <blockquote dir="auto">{felt}</blockquote>}
    </figure>
  );
}

function Ask({ session, agreementId }: { session: Session; agreementId: string }) {
  const { id, partner: { name } } = session;
  const kept = useKept(`check-in:${id}:${agreementId}`, { done: "", wish: "", felt: "", share: "" });
  const task = useTask();
  const { done, wish, felt, share } = kept.values.value;
  const isReady = done !== "" && wish !== "" && [...felt.trim()].length <= FELT_LIMIT;
  async function send(): Promise<void> {
    if (!isReady) return;
    const word = { done, wish, felt: felt.trim() || null, share: share !== "" };
    await change(id, api.post<CheckIns>(`/sessions/${id}/agreements/${agreementId}/check-in`, word));
    kept.forget();
    focusTurn();
  }
  return (
    <>
      <h3>{t("checkIn.title")}</h3>
      <Choice legend={t("checkIn.done")} name="done" options={DONE.map((one) => [one, t(`checkIn.${one}`)])} kept={kept} />
      <div class="field">
        <label for="felt">{t("checkIn.felt")} <span class="quiet">({t("field.optional")})</span></label>
        <textarea
          id="felt" rows={3} autocomplete="off" dir="auto" value={felt} onInput={(event) => kept.set("felt", event.currentTarget.value)}
        />
        <Counted text={felt.trim()} limit={FELT_LIMIT} />
      </div>
      <label class="check">
        <input type="checkbox" checked={share !== ""} onChange={() => kept.set("share", share ? "" : "yes")} />
        <span>{t("checkIn.share", { name })}</span>
      </label>
      <p class="hint">{t("checkIn.shareHint", { name })}</p>
      <Choice legend={t("checkIn.wish")} name="wish" options={WISHES.map((one) => [one, t(`checkIn.wish.${one}`)])} kept={kept} />
      <p class="hint">{t("checkIn.wishHint")}</p>
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy || !isReady} onClick={() => task.run(send)}>{t("checkIn.send")}</button>
      </p>
    </>
  );
}

type ChoiceProps = {
  legend: string;
  name: "done" | "wish";
  options: [string, string][];
  kept: { values: Signal<{ done: string; wish: string }>; set: (field: "done" | "wish", value: string) => void };
};

function Choice({ legend, name, options, kept }: ChoiceProps) {
  return (
    <fieldset class="verdicts">
      <legend>{legend}</legend>
      {options.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={kept.values.value[name] === value} onChange={() => kept.set(name, value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
