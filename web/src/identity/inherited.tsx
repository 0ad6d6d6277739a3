/** For whoever came by a link to an account that somebody had made with their address: what happened, and what becomes of it. */
import { useSignal } from "@preact/signals";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { focusTitle, notice, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { deleteInherited, keepInherited, me } from "./state";

export function Inherited() {
  const asking = useSignal(false);
  const task = useTask();
  if (!me.value?.inherited) return null;
  async function keep(): Promise<void> {
    await keepInherited();
    notice.value = t("inherited.kept");
    focusTitle();
  }
  return (
    <section class="card" aria-labelledby="inherited">
      <h2 id="inherited">{t("inherited.title")}</h2>
      <p>{t("inherited.text")}</p>
      <p>{t("inherited.choice")}</p>
      {!me.value.hasPassword && <p>{t("inherited.password")} <a href="/settings">{t("settings.title")}</a></p>}
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(keep)}>{t("inherited.keep")}</button>
        <button type="button" class="button grave" aria-disabled={task.busy} onClick={() => (asking.value = true)}>
          {t("inherited.delete")}
        </button>
      </p>
      {asking.value && (
        <Confirm
          title={t("inherited.delete")} text={t("inherited.deleteText")} yes={t("inherited.deleteConfirm")} no={t("app.cancel")}
          onYes={() => task.run(deleteInherited)} onNo={() => (asking.value = false)}
        />
      )}
    </section>
  );
}
