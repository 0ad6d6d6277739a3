import { useSignal } from "@preact/signals";
import { t } from "../messages";
import { place } from "../router";
import { Page, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { unsubscribe } from "./state";

/** After a tap, not by itself: mail programs open links to look at them. */
export function Unsubscribe() {
  const task = useTask();
  const done = useSignal(false);
  const gone = task.error?.code === "NOT_FOUND" || !place.value.hash;
  if (done.value || gone) {
    return <Page key="end" title={t("unsubscribe.title")} lead={t(done.value ? "unsubscribe.done" : "unsubscribe.gone")} class="narrow" />;
  }
  async function stop(): Promise<void> {
    await unsubscribe(place.value.hash);
    done.value = true;
  }
  return (
    <Page title={t("unsubscribe.title")} lead={t("unsubscribe.text")} class="narrow">
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(stop)}>
          {t("unsubscribe.submit")}
        </button>
      </p>
    </Page>
  );
}
