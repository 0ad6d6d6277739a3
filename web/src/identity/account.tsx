/** What opens the account: the address and whether it is proven, the password, and every door shut at once. */
import { useSignal } from "@preact/signals";
import type { User } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Form, TextField, type Values } from "../ui/form";
import { notice, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { changePassword, requestNewEmail, requestNewPassword, requestProof, signOutEverywhere } from "./state";

export function Account({ user }: { user: User }) {
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{t("account.title")}</h2>
      <p>
        <strong dir="auto">{user.email}</strong>{" "}
        <span class="quiet">{t(user.emailProven ? "account.proven" : "account.unproven")}</span>
      </p>
      {!user.emailProven && <Unproven email={user.email} />}
      <details>
        <summary>{t("address.title")}</summary>
        <Address key={user.email} user={user} />
      </details>
      <details>
        <summary>{t(user.hasPassword ? "password.title" : "password.titleNone")}</summary>
        <Password key={String(user.hasPassword)} user={user} />
      </details>
    </section>
  );
}

function Unproven({ email }: { email: string }) {
  const task = useTask();
  async function send(): Promise<void> {
    await requestProof();
    notice.value = t("account.sent", { email });
  }
  return (
    <>
      <p>{t("account.unprovenText")}</p>
      <Problem task={task} />
      <p>
        <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(send)}>{t("account.sendAgain")}</button>
      </p>
    </>
  );
}

function Address({ user }: { user: User }) {
  const sentTo = useSignal("");
  async function send({ email = "", password }: Values): Promise<void> {
    await requestNewEmail(email, password || null);
    sentTo.value = email;
  }
  if (sentTo.value) return <p role="status">{t("address.sent", { email: sentTo.value })}</p>;
  return (
    <>
      <p>{t("address.text")}</p>
      <Form submit={t("address.submit")} onSubmit={send}>
        {(errors) => (
          <>
            <TextField name="email" type="email" label={t("address.new")} errors={errors} autocomplete="email" required />
            {user.hasPassword && <CurrentPassword name="password" errors={errors} />}
          </>
        )}
      </Form>
    </>
  );
}

function Password({ user }: { user: User }) {
  const task = useTask();
  const changes = useSignal(0);
  async function change({ password = "", currentPassword }: Values): Promise<void> {
    await changePassword(password, currentPassword || null);
    changes.value += 1;
    notice.value = t("password.changed");
  }
  async function send(): Promise<void> {
    await requestNewPassword(user.email);
    notice.value = t("account.sent", { email: user.email });
  }
  return (
    <>
      <p>{t(user.hasPassword ? "password.text" : "password.textNone")}</p>
      <Form key={changes.value} submit={t("password.submit")} onSubmit={change}>
        {(errors) => (
          <>
            {user.hasPassword && <CurrentPassword name="currentPassword" errors={errors} />}
            <TextField
              name="password" type="password" label={t("password.new")} hint={t("person.passwordHint")} errors={errors}
              autocomplete="new-password" minLength={8} maxLength={128} required
            />
          </>
        )}
      </Form>
      <Problem task={task} />
      <p>
        <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(send)}>{t("password.byLink")}</button>
      </p>
    </>
  );
}

export function CurrentPassword({ name, errors }: { name: string; errors: Values }) {
  return (
    <TextField
      name={name} type="password" label={t("password.current")} errors={errors}
      autocomplete="current-password" maxLength={128} required
    />
  );
}

export function Everywhere() {
  const asking = useSignal(false);
  const task = useTask();
  return (
    <>
      <Problem task={task} />
      <p><button type="button" class="button" aria-disabled={task.busy} onClick={() => (asking.value = true)}>{t("everywhere.submit")}</button></p>
      {asking.value && (
        <Confirm
          title={t("everywhere.title")} text={t("everywhere.text")} yes={t("everywhere.confirm")} no={t("app.cancel")}
          onYes={() => task.run(signOutEverywhere)} onNo={() => (asking.value = false)}
        />
      )}
    </>
  );
}
