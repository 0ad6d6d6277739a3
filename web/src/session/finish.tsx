/** After a long silence of the other one: an end for oneself, asked for twice. */
import { useSignal } from "@preact/signals";
import type { Session } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { changeSession } from "./state";

export function FinishAlone({ id, onFinished }: { id: Session["id"]; onFinished: () => void }) {
  const isAsking = useSignal(false);
  const task = useTask();
  async function finish(): Promise<void> {
    await changeSession(id, "finish-alone");
    onFinished();
  }
  return (
    <>
      <Problem task={task} />
      <button type="button" class="button" aria-disabled={task.busy} onClick={() => (isAsking.value = true)}>{t("finish.open")}</button>
      {isAsking.value && (
        <Confirm
          title={t("finish.title")} text={t("finish.text")} yes={t("finish.confirm")} no={t("finish.stay")}
          onYes={() => task.run(finish)} onNo={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}
