import { useLive } from "../api/live";
import { t } from "../messages";
import { navigate } from "../router";
import { Form, TextField, type Values } from "../ui/form";
import { Page, Pending } from "../ui/page";
import { SessionGone } from "./gone";
import { RelationField, relationIn } from "./relation";
import { createSession, loadSession, sessions } from "./state";

/** After another session with the same partner, their name is there already. */
export function NewSession({ after }: { after?: string }) {
  const live = useLive(async () => after && loadSession(after), after);
  const before = after ? sessions.value[after] : null;
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (before === undefined) return <Pending live={live} />;
  async function create({ partnerName = "", topic = "", ...more }: Values): Promise<void> {
    const session = await createSession({ partnerName, ...(topic && { topic }), relation: relationIn(more) });
    navigate(`/sessions/${session.id}/invitation`, { replace: true });
  }
  return (
    <Page title={t("new.title")} lead={t("new.text")} class="narrow">
      <Form
        submit={t("new.submit")}
        onSubmit={create}
        aside={<a href="/">{t("app.cancel")}</a>}
      >
        {(errors) => (
          <>
            <TextField
              name="partnerName" label={t("new.partner")} hint={t("new.partnerHint")} errors={errors}
              autocomplete="off" maxLength={80} required defaultValue={before?.partner.name ?? ""}
            />
            <RelationField hint={t("relation.newHint")} errors={errors} value={before?.me.relation ?? null} />
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
