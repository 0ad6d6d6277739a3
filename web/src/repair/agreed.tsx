/** Something both will try. Either can end with it, or one more thing is put into words. */
import { api } from "../api/client";
import { t } from "../messages";
import { focusTurn } from "../session/turn";
import { change, may, type PanelProps } from "../together/state";
import { AgreementWords } from "../together/words";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { ProposeAgreement } from "./agreement-form";

export function Agreed({ together: { session, agreements } }: PanelProps) {
  const task = useTask();
  const { id, partner: { name } } = session;
  async function resolve(): Promise<void> {
    await change(id, api.post(`/sessions/${id}/resolve`));
    focusTurn();
  }
  return (
    <section class="together-part" aria-labelledby="agreed">
      <h2 id="agreed" tabIndex={-1}>{t("agreed.title")}</h2>
      <ul class="cards">
        {agreements.filter(({ status }) => status !== "ABANDONED").map((one) => (
          <li key={one.id} class="card moment yes"><AgreementWords agreement={one} /></li>
        ))}
      </ul>
      <p>{t("agreed.text", { name })}</p>
      <Problem task={task} />
      {may(session, "RESOLVE") && (
        <p class="actions">
          <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(resolve)}>{t("agreed.resolve")}</button>
        </p>
      )}
      {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={[]} />}
    </section>
  );
}
