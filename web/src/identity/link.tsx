import { useSignal } from "@preact/signals";
import { t } from "../messages";
import { place } from "../router";
import { Form, TextField } from "../ui/form";
import { Page, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { redeemLink, requestLink } from "./state";

export function SignInLink() {
  const token = place.value.hash;
  return token ? <Redeem key={token} token={token} /> : <Request />;
}

function Request() {
  const sentTo = useSignal("");
  if (sentTo.value) {
    return (
      <Page key="sent" title={t("link.sentTitle")} lead={t("link.sentText", { email: sentTo.value })} class="narrow">
        <p><a href="/sign-in">{t("link.backToSignIn")}</a></p>
      </Page>
    );
  }
  async function send(email: string): Promise<void> {
    await requestLink(email);
    sentTo.value = email;
  }
  return (
    <Page title={t("link.title")} lead={t("link.text")} class="narrow">
      <Form
        submit={t("link.submit")}
        onSubmit={({ email = "" }) => send(email)}
        aside={<a href="/sign-in">{t("link.backToSignIn")}</a>}
      >
        {(errors) => (
          <TextField name="email" type="email" label={t("person.email")} errors={errors} autocomplete="username" required />
        )}
      </Form>
    </Page>
  );
}

/** Signs in after a tap, not by itself: mail programs open links to look at them, and a link works once. */
function Redeem({ token }: { token: string }) {
  const task = useTask();
  if (task.error && task.error.code !== "NETWORK") {
    return (
      <Page key="gone" title={t("link.title")} lead={t("link.gone")} class="narrow">
        <p class="actions"><a class="button primary" href="/link">{t("link.again")}</a></p>
      </Page>
    );
  }
  return (
    <Page title={t("link.redeemTitle")} lead={t("link.redeemText")} class="narrow">
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(() => redeemLink(token))}>
          {t("signIn.submit")}
        </button>
      </p>
    </Page>
  );
}
