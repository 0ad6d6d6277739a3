/** What a mailed link leads to. Each acts after a tap, not by itself: mail programs open links to look at them, and one works once. */
import { useSignal } from "@preact/signals";
import { useLive } from "../api/live";
import type { LinkAnswer } from "../api/types";
import { t } from "../messages";
import { navigate, place } from "../router";
import { Form, TextField } from "../ui/form";
import { notice, Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { RequestByMail } from "./request-link";
import { lookAtLink, moveToAddress, redeemLink, requestLink, resetPassword } from "./state";

export function LinkPage() {
  const token = place.value.hash;
  if (token) return <Opened key={token} token={token} />;
  return <RequestByMail title={t("link.title")} text={t("link.text")} submit={t("link.submit")} request={requestLink} />;
}

function Opened({ token }: { token: string }) {
  const link = useSignal<LinkAnswer | null>(null);
  const live = useLive(async () => {
    // Fetched once: when it has been used it is gone, and this page is on its way out.
    link.value ??= await lookAtLink(token);
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

async function arrive(work: Promise<void>, said = ""): Promise<void> {
  await work;
  navigate("/", { replace: true });
  notice.value = said; // after the way there, which clears what was said before
}

function SignIn({ token, link }: Props) {
  const task = useTask();
  return (
    <Page title={t("link.redeemTitle")} lead={t("link.redeemText", { email: link.email })} class="narrow">
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(() => arrive(redeemLink(token)))}>
          {t("signIn.submit")}
        </button>
      </p>
    </Page>
  );
}

/** Signed in to this very account: nothing else changes, unless it is somebody else who is signed in here. */
function ConfirmHere({ token, link }: Props) {
  const task = useTask();
  return (
    <Page title={t("proof.title")} lead={t("proof.here", { email: link.email })} class="narrow">
      <Problem task={task} />
      <p class="actions">
        <button
          type="button" class="button primary" aria-disabled={task.busy}
          onClick={() => task.run(() => arrive(redeemLink(token), t("proof.done")))}
        >
          {t("proof.confirm")}
        </button>
      </p>
      <details>
        <summary>{t("proof.notMine")}</summary>
        <p>{t("proof.notMineText")}</p>
        <p>
          <button
            type="button" class="button" aria-disabled={task.busy}
            onClick={() => task.run(() => arrive(redeemLink(token, { takeOver: true })))}
          >
            {t("proof.takeOver")}
          </button>
        </p>
      </details>
    </Page>
  );
}

function ConfirmFromOutside({ token, link }: Props) {
  return (
    <Page title={t("proof.title")} lead={t("proof.outside", { email: link.email })} class="narrow">
      <Form
        submit={t("signIn.submit")}
        onSubmit={({ password }) => arrive(redeemLink(token, password ? { password } : {}), t("proof.done"))}
      >
        {(errors) =>
          link.hasPassword && (
            <TextField
              name="password" type="password" label={t("person.password")} hint={t("proof.passwordHint")} errors={errors}
              autocomplete="current-password" maxLength={128}
            />
          )}
      </Form>
      <p class="hint">{t("proof.without")}</p>
    </Page>
  );
}

function NewPassword({ token, link }: Props) {
  return (
    <Page title={t("newPassword.title")} lead={t("newPassword.text", { email: link.email })} class="narrow">
      <Form
        submit={t("newPassword.submit")}
        onSubmit={({ password = "" }) => arrive(resetPassword(token, password), t("password.changed"))}
      >
        {(errors) => (
          <TextField
            name="password" type="password" label={t("password.new")} hint={t("person.passwordHint")} errors={errors}
            autocomplete="new-password" minLength={8} maxLength={128} required
          />
        )}
      </Form>
    </Page>
  );
}

function NewAddress({ token, link }: Props) {
  const needsPassword = !link.signedIn;
  if (needsPassword && !link.hasPassword) {
    return (
      <Page title={t("newAddress.title")} lead={t("newAddress.signInFirst")} class="narrow">
        <p class="actions"><a class="button primary" href="/link">{t("newAddress.byLink")}</a></p>
      </Page>
    );
  }
  return (
    <Page title={t("newAddress.title")} lead={t("newAddress.text", { email: link.email })} class="narrow">
      <Form
        submit={t("newAddress.submit")}
        onSubmit={({ password }) => arrive(moveToAddress(token, password), t("newAddress.done", { email: link.email }))}
      >
        {(errors) =>
          needsPassword && (
            <TextField
              name="password" type="password" label={t("person.password")} errors={errors}
              autocomplete="current-password" maxLength={128} required
            />
          )}
      </Form>
    </Page>
  );
}
