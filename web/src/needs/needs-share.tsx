/** Which needs cross, exactly as they stand, and who sees them when; and what has been shared, while the other one is not there yet. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { OwnNeeds } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, may, type PanelProps } from "../together/state";
import { NeedWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";

export function ShareNeeds({ together: { session, needs }, onNotYet }: PanelProps & { onNotYet: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = useSignal<string[]>([]);
  const task = useTask();
  const { id, partner: { name } } = session;
  const canShare = may(session, "SHARE_NEEDS");
  const confirmed = needs.filter((need) => need.confirmed);
  useEffect(() => heading.current?.focus(), []);

  function toggle(needId: string): void {
    const has = chosen.peek().includes(needId);
    chosen.value = has ? chosen.peek().filter((one) => one !== needId) : [...chosen.peek(), needId];
  }
  async function share(): Promise<void> {
    if (chosen.peek().length === 0) return;
    await change(id, api.post<OwnNeeds>(`/sessions/${id}/needs/consent`, { needIds: chosen.peek() }));
    focusTurn();
  }
  return (
    <section class="card moment statement" aria-labelledby="share-needs">
      <h2 id="share-needs" ref={heading} tabIndex={-1}>{t("shareNeeds.title", { name })}</h2>
      <p>{t("shareNeeds.text")}</p>
      <fieldset class="verdicts">
        <legend>{t("shareNeeds.legend", { name })}</legend>
        {confirmed.map((need) => (
          <label key={need.id}>
            <input type="checkbox" checked={chosen.value.includes(need.id)} onChange={() => toggle(need.id)} />
            <span><NeedWords need={need} /></span>
          </label>
        ))}
      </fieldset>
      <ul class="promises">
        <li>{t("shareNeeds.who")}</li>
        <li>{t("shareNeeds.exact", { name })}</li>
        <li>{t("shareNeeds.final")}</li>
      </ul>
      <Problem task={task} />
      {!canShare && <p class="hint">{t("statement.blocked")}</p>}
      <p class="actions">
        {canShare && (
          <button type="button" class="button primary" aria-disabled={task.busy || chosen.value.length === 0} onClick={() => task.run(share)}>
            {t("shareNeeds.share")}
          </button>
        )}
        <button type="button" class="button" onClick={onNotYet}>{t("consent.notYet")}</button>
      </p>
    </section>
  );
}

export function SharedNeeds({ together: { session, needs } }: PanelProps) {
  return (
    <section class="together-part" aria-labelledby="shared-needs">
      <h2 id="shared-needs">{t("shareNeeds.shared")}</h2>
      <p>{t("shareNeeds.sharedText", { name: session.partner.name })}</p>
      <ul class="cards">
        {needs.filter(({ shared }) => shared).map((need) => <li key={need.id} class="card"><NeedWords need={need} /></li>)}
      </ul>
    </section>
  );
}
