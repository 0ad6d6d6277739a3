import { t } from "../messages";
import { navigate } from "../router";
import { Form, TextField } from "../ui/form";
import { Page } from "../ui/page";
import { createSession } from "./state";

export function NewSession() {
  async function create(partnerName: string, topic: string): Promise<void> {
    const session = await createSession({ partnerName, ...(topic && { topic }) });
    navigate(`/sessions/${session.id}/invitation`, { replace: true });
  }
  return (
    <Page title={t("new.title")} lead={t("new.text")} class="narrow">
      <Form
        submit={t("new.submit")}
        onSubmit={({ partnerName = "", topic = "" }) => create(partnerName, topic)}
        aside={<a href="/">{t("app.cancel")}</a>}
      >
        {(errors) => (
          <>
            <TextField
              name="partnerName" label={t("new.partner")} hint={t("new.partnerHint")} errors={errors}
              autocomplete="off" maxLength={80} required
            />
            <TextField
              name="topic" label={t("new.topic")} hint={t("new.topicHint")} errors={errors}
              autocomplete="off" maxLength={200}
            />
          </>
        )}
      </Form>
    </Page>
  );
}
