/** Taking a break, putting away, leaving: whatever the server allows right now. */
import { useSignal } from "@preact/signals";
import type { Session } from "../api/types";
import { t } from "../messages";
import { navigate } from "../router";
import { Confirm } from "../ui/confirm";
import { notice, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { OwnRelation } from "./relation";
import { changeSession, leaveSession } from "./state";
import { focusTurn } from "./turn";

export function Breath({ session }: { session: Session }) {
  const { id, status, partner, turn } = session;
  const asking = useSignal(false);
  const task = useTask();
  const name = partner.name;

  async function pause(): Promise<void> {
    await changeSession(id, "pause");
    focusTurn();
  }
  async function archive(): Promise<void> {
    await changeSession(id, "archive");
    goHome(t("breath.archived"));
  }
  async function leave(): Promise<void> {
    await leaveSession(id);
    goHome(t("breath.left", { name }));
  }
  const can = (action: Session["turn"]["actions"][number]) => turn.actions.includes(action);
  return (
    <section class="breath" aria-labelledby="breath">
      <h2 id="breath">{t(status === "ENDED" ? "breath.putAway" : "breath.title")}</h2>
      {status !== "ENDED" && (
        <p><a href={`/sessions/${id}/thoughts`}>{t("thoughts.link")}</a> <span class="quiet">{t("thoughts.linkText")}</span></p>
      )}
      <Problem task={task} />
      <p class="actions">
        {can("PAUSE") && <button type="button" class="button" onClick={() => task.run(pause)}>{t("breath.pause")}</button>}
        {can("ARCHIVE") && <button type="button" class="button" onClick={() => task.run(archive)}>{t("breath.archive")}</button>}
        {can("LEAVE") && <button type="button" class="button quiet" onClick={() => (asking.value = true)}>{t("breath.leave")}</button>}
      </p>
      {status !== "ENDED" && <OwnRelation session={session} />}
      {asking.value && (
        <Confirm
          title={t("breath.leaveTitle")} text={t("breath.leaveText", { name })}
          yes={t("breath.leaveConfirm")} no={t("breath.stay")}
          onYes={() => task.run(leave)} onNo={() => (asking.value = false)}
        />
      )}
    </section>
  );
}

function goHome(words: string): void {
  navigate("/");
  notice.value = words;
}
