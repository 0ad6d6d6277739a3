/** Taking everything along, and going for good. */
import { useSignal } from "@preact/signals";
import { t } from "../messages";
import { Page, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { deleteMe } from "./state";

export function Keeping() {
  return (
    <section class="card" aria-labelledby="keeping">
      <h2 id="keeping">{t("keeping.title")}</h2>
      <p>{t("keeping.text")}</p>
      <p><a class="button" href="/api/v1/me/export" download>{t("keeping.export")}</a></p>
      <details>
        <summary>{t("deletion.title")}</summary>
        <Deletion />
      </details>
    </section>
  );
}

function Deletion() {
  const isTicked = useSignal(false);
  const task = useTask();
  return (
    <>
      <p>{t("deletion.goes")}</p>
      <p>{t("deletion.stays")}</p>
      <label class="check">
        <input type="checkbox" checked={isTicked.value} onChange={(event) => (isTicked.value = event.currentTarget.checked)} />
        <span>{t("deletion.tick")}</span>
      </label>
      <Problem task={task} />
      <p>
        <button
          type="button" class="button grave" aria-disabled={task.busy || !isTicked.value}
          onClick={() => isTicked.value && task.run(deleteMe)}
        >
          {t("deletion.confirm")}
        </button>
      </p>
    </>
  );
}

export function Goodbye() {
  return (
    <Page title={t("goodbye.title")} lead={t("goodbye.text")} class="narrow">
      <p><a href="/">{t("notFound.back")}</a></p>
    </Page>
  );
}
