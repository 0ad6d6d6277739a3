/** For those who are not signed in: what this is, signing in, registering, asking for a link by mail, and no more mail. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { t } from "../messages";
import { place } from "../router";
import { Form, PasswordField, TextField, type Values } from "../ui/form";
import { Logo, Page } from "../ui/page";
import { useTask } from "../ui/task";
import { enter, requestNewPassword } from "./state";

export function Welcome() {
  return (
    <Page title={t("welcome.title")} lead={t("welcome.text")} class="welcome">
      <Logo class="welcome-logo" />
      <p class="actions">
        <a class="button primary" href="/register">{t("welcome.start")}</a>
        <a class="button" href="/sign-in">{t("welcome.signIn")}</a>
      </p>
      <ul class="promises">
        <li><strong>{t("welcome.private")}</strong> {t("welcome.privateText")}</li>
        <li><strong>{t("welcome.pace")}</strong> {t("welcome.paceText")}</li>
        <li><strong>{t("welcome.small")}</strong> {t("welcome.smallText")}</li>
      </ul>
    </Page>
  );
}

export function EmailField({ hint }: { hint?: string }) {
  return <TextField name="email" type="email" label={t("person.email")} hint={hint} autocomplete="username" required />;
}

export function SignIn() {
  const { returnTo } = place.value;
  const sign = ({ email = "", password = "" }: Values) => enter("/auth/login", { email, password });
  return (
    <Page title={t("signIn.title")} class="narrow" {...(returnTo?.startsWith("/join") && { lead: t("signIn.toInvitation") })}>
      <Form submit={t("signIn.submit")} onSubmit={sign} aside={<a href="/link">{t("signIn.byLink")}</a>}>
        <EmailField />
        <TextField name="password" type="password" label={t("person.password")} autocomplete="current-password" required />
      </Form>
      <p class="aside"><a href="/forgot">{t("signIn.forgot")}</a></p>
      <p class="aside">
        {t("signIn.noAccount")} <a href="/register" data-return-to={returnTo ?? undefined}>{t("signIn.register")}</a>
      </p>
    </Page>
  );
}

export function Register() {
  const { returnTo } = place.value;
  const register = ({ name = "", email = "", password = "" }: Values) => enter("/auth/register", { name, email, password });
  return (
    <Page title={t("register.title")} lead={t("register.text")} class="narrow">
      <Form submit={t("register.submit")} onSubmit={register}>
        <TextField name="name" label={t("person.name")} hint={t("person.nameHint")} autocomplete="name" maxLength={80} required />
        <EmailField hint={t("person.emailHint")} />
        <PasswordField isNew label={t("person.password")} hint={t("person.passwordHint")} required />
      </Form>
      <p class="aside">
        {t("register.haveAccount")} <a href="/sign-in" data-return-to={returnTo ?? undefined}>{t("signIn.submit")}</a>
      </p>
    </Page>
  );
}

export function SignInByMail() {
  const request = async (email: string) => void (await api.post("/auth/link", { email }));
  return <RequestByMail title={t("link.title")} text={t("link.text")} submit={t("link.submit")} request={request} />;
}

export function Forgot() {
  return <RequestByMail title={t("forgot.title")} text={t("forgot.text")} submit={t("link.submit")} request={requestNewPassword} />;
}

type RequestProps = { title: string; text: string; submit: string; request: (email: string) => Promise<void> };

/** What it says does not depend on whether there is an account. */
function RequestByMail({ title, text, submit, request }: RequestProps) {
  const sentTo = useSignal("");
  const back = <a href="/sign-in">{t("link.backToSignIn")}</a>;
  if (sentTo.value) {
    return <Page key="sent" title={t("link.sentTitle")} lead={t("link.sentText", { email: sentTo.value })} class="narrow"><p>{back}</p></Page>;
  }
  async function send({ email = "" }: Values): Promise<void> {
    await request(email);
    sentTo.value = email;
  }
  return (
    <Page title={title} lead={text} class="narrow">
      <Form submit={submit} onSubmit={send} aside={back}><EmailField /></Form>
    </Page>
  );
}

/** After a tap, not by itself: mail programs open links to look at them. */
export function Unsubscribe() {
  const task = useTask();
  const done = useSignal(false);
  const token = place.value.hash;
  if (done.value || task.error?.code === "NOT_FOUND" || !token) {
    return <Page key="end" title={t("unsubscribe.title")} lead={t(done.value ? "unsubscribe.done" : "unsubscribe.gone")} class="narrow" />;
  }
  async function stop(): Promise<void> {
    await api.post(`/notifications/unsubscribe/${encodeURIComponent(token)}`);
    done.value = true;
  }
  return (
    <Page title={t("unsubscribe.title")} lead={t("unsubscribe.text")} class="narrow">
      {task.problem}
      <p class="actions">{task.button(t("unsubscribe.submit"), stop, "primary")}</p>
    </Page>
  );
}
