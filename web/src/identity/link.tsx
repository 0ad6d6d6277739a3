/** What a mailed link leads to. Each acts after a tap, not by itself: mail programs open links to look at them, and one works once. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { LinkAnswer } from "../api/types";
import { t } from "../messages";
import { navigate, place } from "../router";
import { Form, PasswordField, type Values } from "../ui/form";
import { notice, Page, Pending } from "../ui/page";
import { useTask } from "../ui/task";
import { SignInByMail } from "./sign-in";
import { enter } from "./state";

export function LinkPage() {
  const token = place.value.hash;
  return token ? <Opened key={token} token={token} /> : <SignInByMail />;
}

function Opened({ token }: { token: string }) {
  const link = useSignal<LinkAnswer | null>(null);
  const live = useLive(async () => {
    // Fetched once: when it has been used it is gone, and this page is on its way out. Looking leaves it unused.
    link.value ??= await api.post<LinkAnswer>("/auth/link/look", { token });
  }, token);
  if (live.error?.code === "GONE") {
    return (
      <Page key="gone" title={t("link.goneTitle")} lead={t("link.gone")} class="narrow">
        <p class="actions"><a class="button primary" href="/link">{t("link.again")}</a></p>
      </Page>
    );
  }
  if (!link.value) return <Pending live={live} />;
  const opened = { token, link: link.value };
  if (link.value.purpose === "NEW_PASSWORD") return <NewPassword {...opened} />;
  if (link.value.purpose === "NEW_EMAIL") return <NewAddress {...opened} />;
  if (link.value.emailProven) return <SignIn {...opened} />;
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

function SignIn({ token, link }: Props) {
  const task = useTask();
  return (
    <Page title={t("link.redeemTitle")} lead={t("link.redeemText", { email: link.email })} class="narrow">
      {task.problem}
      <p class="actions">{task.button(t("signIn.submit"), () => redeem(token), "primary")}</p>
    </Page>
  );
}

/** Signed in to this very account: nothing else changes, unless it is somebody else who is signed in here. */
function ConfirmHere({ token, link }: Props) {
  const task = useTask();
  return (
    <Page title={t("proof.title")} lead={t("proof.here", { email: link.email })} class="narrow">
      {task.problem}
      <p class="actions">{task.button(t("proof.confirm"), () => redeem(token, {}, t("proof.done")), "primary")}</p>
      <details>
        <summary>{t("proof.notMine")}</summary>
        <p>{t("proof.notMineText")}</p>
        <p>{task.button(t("proof.takeOver"), () => redeem(token, { takeOver: true }))}</p>
      </details>
    </Page>
  );
}

function ConfirmFromOutside({ token, link }: Props) {
  const confirm = ({ password }: Values) => redeem(token, { password: password || undefined }, t("proof.done"));
  return (
    <Page title={t("proof.title")} lead={t("proof.outside", { email: link.email })} class="narrow">
      <Form submit={t("signIn.submit")} onSubmit={confirm}>
        {link.hasPassword && <PasswordField label={t("person.password")} hint={t("proof.passwordHint")} />}
      </Form>
      <p class="hint">{t("proof.without")}</p>
    </Page>
  );
}

function NewPassword({ token, link }: Props) {
  const reset = ({ password = "" }: Values) => arrive(enter("/auth/password/reset", { token, password }), t("password.changed"));
  return (
    <Page title={t("newPassword.title")} lead={t("newPassword.text", { email: link.email })} class="narrow">
      <Form submit={t("newPassword.submit")} onSubmit={reset}>
        <PasswordField isNew label={t("password.new")} hint={t("person.passwordHint")} required />
      </Form>
    </Page>
  );
}

function NewAddress({ token, link: { email, signedIn, hasPassword } }: Props) {
  if (!signedIn && !hasPassword) {
    return (
      <Page title={t("newAddress.title")} lead={t("newAddress.signInFirst")} class="narrow">
        <p class="actions"><a class="button primary" href="/link">{t("newAddress.byLink")}</a></p>
      </Page>
    );
  }
  const move = ({ password }: Values) =>
    arrive(enter("/auth/email/confirm", { token, password: password || undefined }), t("newAddress.done", { email }));
  return (
    <Page title={t("newAddress.title")} lead={t("newAddress.text", { email })} class="narrow">
      <Form submit={t("newAddress.submit")} onSubmit={move}>
        {!signedIn && <PasswordField label={t("person.password")} required />}
      </Form>
    </Page>
  );
}
