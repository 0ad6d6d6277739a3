/** Taking everything along, and going for good. */
import { t } from "../messages";
import { Form } from "../ui/form";
import { Page } from "../ui/page";
import { CurrentPassword } from "./account";
import { deleteMe, me } from "./state";

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
  const hasPassword = me.value?.hasPassword;
  return (
    <>
      <p>{t("deletion.goes")}</p>
      <p>{t("deletion.stays")}</p>
      <Form submit={t("deletion.confirm")} grave onSubmit={({ password }) => deleteMe(password || null)}>
        {(errors) => (
          <>
            <label class="check">
              <input type="checkbox" name="understood" required {...(errors["understood"] && { "aria-invalid": "true" })} />
              <span>{t("deletion.tick")}</span>
            </label>
            {hasPassword && <CurrentPassword name="password" errors={errors} />}
          </>
        )}
      </Form>
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
