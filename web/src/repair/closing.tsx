/** To end without an agreement: a respected end that needs both, and says who has asked for it. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { Session } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, may } from "../together/state";
import { Confirm } from "../ui/confirm";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";

export function Closing({ session }: { session: Session }) {
  const isAsking = useSignal(false);
  const task = useTask();
  const { id, closing: { byMe, byPartner }, partner: { name } } = session;
  async function close(): Promise<void> {
    await change(id, api.post(`/sessions/${id}/close`));
    focusTurn();
  }
  if (session.status !== "ACTIVE" || (!byMe && !may(session, "CLOSE"))) return null;
  const isAsked = byMe || byPartner;
  return (
    <details class={byPartner ? "card moment" : "card"} key={String(isAsked)} open={isAsked}>
      <summary>{t("closing.title")}</summary>
      <div role="status">
        {byPartner && <p>{t("closing.theyAsked", { name })}</p>}
        <p>{t(byMe ? "closing.iAsked" : "closing.text", { name })}</p>
      </div>
      <Problem task={task} />
      {may(session, "CLOSE") && (
        <p class="actions">
          <button type="button" class="button" aria-disabled={task.busy} onClick={() => (isAsking.value = true)}>{t("closing.ask")}</button>
        </p>
      )}
      {isAsking.value && (
        <Confirm
          title={t("closing.askTitle")} text={t(byPartner ? "closing.askLast" : "closing.askFirst", { name })}
          yes={t("closing.ask")} no={t("closing.stay")} onYes={() => task.run(close)} onNo={() => (isAsking.value = false)}
        />
      )}
    </details>
  );
}
