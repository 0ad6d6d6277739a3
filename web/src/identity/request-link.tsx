/** Asking for a link by mail: to sign in, or to choose a new password. What it says does not depend on whether there is an account. */
import { useSignal } from "@preact/signals";
import { t } from "../messages";
import { Form, TextField } from "../ui/form";
import { Page } from "../ui/page";
import { requestNewPassword } from "./state";

type Props = { title: string; text: string; submit: string; request: (email: string) => Promise<void> };

export function RequestByMail({ title, text, submit, request }: Props) {
  const sentTo = useSignal("");
  if (sentTo.value) {
    return (
      <Page key="sent" title={t("link.sentTitle")} lead={t("link.sentText", { email: sentTo.value })} class="narrow">
        <p><a href="/sign-in">{t("link.backToSignIn")}</a></p>
      </Page>
    );
  }
  async function send(email: string): Promise<void> {
    await request(email);
    sentTo.value = email;
  }
  return (
    <Page title={title} lead={text} class="narrow">
      <Form submit={submit} onSubmit={({ email = "" }) => send(email)} aside={<a href="/sign-in">{t("link.backToSignIn")}</a>}>
        {(errors) => (
          <TextField name="email" type="email" label={t("person.email")} errors={errors} autocomplete="username" required />
        )}
      </Form>
    </Page>
  );
}

export function Forgot() {
  return (
    <RequestByMail title={t("forgot.title")} text={t("forgot.text")} submit={t("link.submit")} request={requestNewPassword} />
  );
}
