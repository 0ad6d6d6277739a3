/** For those who are not signed in: what this is, the ways in, what a mailed link leads to, and no more mail. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { LinkAnswer } from "../api/types";
import { t } from "../messages";
import { navigate, place } from "../router";
import { Form, PasswordField, TextField, type Values } from "../ui/form";
import { Logo, notice, Page, Pending } from "../ui/page";
import { useTask } from "../ui/task";
import { enter, requestNewPassword } from "./state";

export function Welcome() {
  return <Page title={t("welcome.title")} lead={t("welcome.text")} class="welcome">
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
  </Page>;
}

export function EmailField({ hint }: { hint?: string }) {
  return <TextField name="email" type="email" label={t("person.email")} hint={hint} autocomplete="username" required />;
}

export function SignIn() {
  const { returnTo } = place.value;
  const sign = ({ email = "", password = "" }: Values) => enter("/auth/login", { email, password });
  return <Page title={t("signIn.title")} class="narrow" {...(returnTo?.startsWith("/join") && { lead: t("signIn.toInvitation") })}>
    <Form submit={t("signIn.submit")} onSubmit={sign} aside={<a href="/link">{t("signIn.byLink")}</a>}>
      <EmailField />
      <TextField name="password" type="password" label={t("person.password")} autocomplete="current-password" required />
    </Form>
    <p class="aside"><a href="/forgot">{t("signIn.forgot")}</a></p>
    <p class="aside">
      {t("signIn.noAccount")} <a href="/register" data-return-to={returnTo ?? undefined}>{t("signIn.register")}</a>
    </p>
  </Page>;
}

export function Register() {
  const { returnTo } = place.value;
  const register = ({ name = "", email = "", password = "" }: Values) => enter("/auth/register", { name, email, password });
  return <Page title={t("register.title")} lead={t("register.text")} class="narrow">
    <Form submit={t("register.submit")} onSubmit={register}>
      <TextField name="name" label={t("person.name")} hint={t("person.nameHint")} autocomplete="name" maxLength={80} required />
      <EmailField hint={t("person.emailHint")} />
      <PasswordField isNew label={t("person.password")} hint={t("person.passwordHint")} required />
    </Form>
    <p class="aside">
      {t("register.haveAccount")} <a href="/sign-in" data-return-to={returnTo ?? undefined}>{t("signIn.submit")}</a>
    </p>
  </Page>;
}

function SignInByMail() {
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
  return <Page title={title} lead={text} class="narrow">
    <Form submit={submit} onSubmit={send} aside={back}><EmailField /></Form>
  </Page>;
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
  return <Page title={t("unsubscribe.title")} lead={t("unsubscribe.text")} class="narrow">
    {task.problem}
    <p class="actions">{task.button(t("unsubscribe.submit"), stop, "primary")}</p>
  </Page>;
}

export function LinkPage() {
  const token = place.value.hash;
  return token ? <Opened key={token} token={token} /> : <SignInByMail />;
}

/** Each acts after a tap, not by itself: mail programs open links to look at them, and one works once. */
function Opened({ token }: { token: string }) {
  const link = useSignal<LinkAnswer | null>(null);
  const live = useLive(async () => {
    // Fetched once: when it has been used it is gone, and this page is on its way out. Looking leaves it unused.
    link.value ??= await api.post<LinkAnswer>("/auth/link/look", { token });
  }, token);
  if (live.error?.code === "GONE") {
    return <Page key="gone" title={t("link.goneTitle")} lead={t("link.gone")} class="narrow">
      <p class="actions"><a class="button primary" href="/link">{t("link.again")}</a></p>
    </Page>;
  }
  if (!link.value) return <Pending live={live} />;
  const opened = { token, link: link.value };
  if (link.value.purpose === "NEW_PASSWORD") return <NewPassword {...opened} />;
  if (link.value.purpose === "NEW_EMAIL") return <NewAddress {...opened} />;
  if (link.value.emailProven) return <SignInByLink {...opened} />;
  return link.value.signedIn ? <ConfirmHere {...opened} /> : <ConfirmFromOutside {...opened} />;
}

type Props = { token: string; link: LinkAnswer };
type Proof = { password?: string | undefined; takeOver?: boolean };

function redeem(token: string, proof: Proof = {}, said = ""): Promise<void> {
  return arrive(enter("/auth/link/redeem", { token, ...proof }), said);
}

async function arrive(work: Promise<void>, said: string): Promise<void> {
  await work;
  navigate("/", { replace: true });
  notice.value = said; // after the way there, which clears what was said before
}

function SignInByLink({ token, link }: Props) {
  const task = useTask();
  return <Page title={t("link.redeemTitle")} lead={t("link.redeemText", { email: link.email })} class="narrow">
    {task.problem}
    <p class="actions">{task.button(t("signIn.submit"), () => redeem(token), "primary")}</p>
  </Page>;
}

/** Signed in to this very account: nothing else changes, unless it is somebody else who is signed in here. */
function ConfirmHere({ token, link }: Props) {
  const task = useTask();
  return <Page title={t("proof.title")} lead={t("proof.here", { email: link.email })} class="narrow">
    {task.problem}
    <p class="actions">{task.button(t("proof.confirm"), () => redeem(token, {}, t("proof.done")), "primary")}</p>
    <details>
      <summary>{t("proof.notMine")}</summary>
      <p>{t("proof.notMineText")}</p>
      <p>{task.button(t("proof.takeOver"), () => redeem(token, { takeOver: true }))}</p>
    </details>
  </Page>;
}

function ConfirmFromOutside({ token, link }: Props) {
  const confirm = ({ password }: Values) => redeem(token, { password: password || undefined }, t("proof.done"));
  return <Page title={t("proof.title")} lead={t("proof.outside", { email: link.email })} class="narrow">
    <Form submit={t("signIn.submit")} onSubmit={confirm}>
      {link.hasPassword && <PasswordField label={t("person.password")} hint={t("proof.passwordHint")} />}
    </Form>
    <p class="hint">{t("proof.without")}</p>
  </Page>;
}

function NewPassword({ token, link }: Props) {
  const reset = ({ password = "" }: Values) => arrive(enter("/auth/password/reset", { token, password }), t("password.changed"));
  return <Page title={t("newPassword.title")} lead={t("newPassword.text", { email: link.email })} class="narrow">
    <Form submit={t("newPassword.submit")} onSubmit={reset}>
      <PasswordField isNew label={t("password.new")} hint={t("person.passwordHint")} required />
    </Form>
  </Page>;
}

function NewAddress({ token, link: { email, signedIn, hasPassword } }: Props) {
  if (!signedIn && !hasPassword) {
    return <Page title={t("newAddress.title")} lead={t("newAddress.signInFirst")} class="narrow">
      <p class="actions"><a class="button primary" href="/link">{t("newAddress.byLink")}</a></p>
    </Page>;
  }
  const move = ({ password }: Values) =>
    arrive(enter("/auth/email/confirm", { token, password: password || undefined }), t("newAddress.done", { email }));
  return <Page title={t("newAddress.title")} lead={t("newAddress.text", { email })} class="narrow">
    <Form submit={t("newAddress.submit")} onSubmit={move}>
      {!signedIn && <PasswordField label={t("person.password")} required />}
    </Form>
  </Page>;
}
