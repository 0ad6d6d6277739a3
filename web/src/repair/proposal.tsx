/** An agreement in words that is not yet one: the other one says yes, finds other words, or it is let go. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { Agreement, Confirmed, Session } from "../api/types";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, focusOn } from "../together/state";
import { AgreementWords } from "../together/words";
import { Confirm } from "../ui/confirm";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { ModifyAgreement } from "./agreement-form";

export function Proposal({ session, agreement }: { session: Session; agreement: Agreement }) {
  const isChanging = useSignal(false);
  const isLettingGo = useSignal(false);
  const task = useTask();
  const { id, partner: { name }, paused: { byMe: isPaused } } = session;
  const { wordedByMe, version } = agreement;
  async function answer(confirmed: boolean): Promise<void> {
    await change(id, api.post<Confirmed>(`/sessions/${id}/agreements/${agreement.id}/confirm`, { confirmed }));
    focusTurn();
  }
  function close(): void {
    isChanging.value = false;
    focusOn("proposal");
  }
  if (isChanging.value) return <ModifyAgreement session={session} agreement={agreement} onClose={close} />;
  return (
    <section class="card moment" aria-labelledby="proposal">
      <h2 id="proposal" tabIndex={-1}>{t(wordedByMe ? "proposal.mine" : "proposal.theirs", { name })}</h2>
      {version > 1 && <p class="hint">{t(wordedByMe ? "proposal.changedByMe" : "proposal.changedByThem", { name })}</p>}
      <AgreementWords agreement={agreement} />
      {wordedByMe && <p class="hint">{t("proposal.waiting", { name })}</p>}
      <Problem task={task} />
      <p class="actions">
        {!wordedByMe && session.turn.actions.includes("CONFIRM_AGREEMENT") && (
          <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(() => answer(true))}>{t("proposal.yes")}</button>
        )}
        {!isPaused && <button type="button" class="button" onClick={() => (isChanging.value = true)}>{t("proposal.change")}</button>}
        {!isPaused && <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => (isLettingGo.value = true)}>{t("proposal.letGo")}</button>}
      </p>
      {isLettingGo.value && (
        <Confirm
          title={t("proposal.letGoTitle")} text={t("proposal.letGoText", { name })} yes={t("proposal.letGo")} no={t("statement.goBack")}
          onYes={() => task.run(() => answer(false))} onNo={() => (isLettingGo.value = false)}
        />
      )}
    </section>
  );
}
