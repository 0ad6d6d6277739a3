/** What opens the account: the address and whether it is proven, the password, and every door shut at once; and going for good. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { User } from "../api/types";
import { t } from "../messages";
import { Form, PasswordField, TextField, useError, type Values } from "../ui/form";
import { notice, Page } from "../ui/page";
import { focusOn, TITLE } from "../ui/sight";
import { useQuestion, useTask } from "../ui/task";
import { deleteInherited, enter, leaveFor, me, requestNewPassword } from "./state";

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
    await api.post("/me/email/link");
    notice.value = t("account.sent", { email });
  }
  return <><p>{t("account.unprovenText")}</p>{task.problem}<p>{task.button(t("account.sendAgain"), send)}</p></>;
}

function Address({ user }: { user: User }) {
  const sentTo = useSignal("");
  async function send({ email = "", password }: Values): Promise<void> {
    await api.post("/me/email", { email, password: password || null });
    sentTo.value = email;
  }
  if (sentTo.value) return <p role="status">{t("address.sent", { email: sentTo.value })}</p>;
  return (
    <>
      <p>{t("address.text")}</p>
      <Form submit={t("address.submit")} onSubmit={send}>
        <TextField name="email" type="email" label={t("address.new")} autocomplete="email" required />
        {user.hasPassword && <PasswordField label={t("password.current")} required />}
      </Form>
    </>
  );
}

function Password({ user: { email, hasPassword } }: { user: User }) {
  const task = useTask();
  const changes = useSignal(0);
  async function change({ password = "", currentPassword }: Values): Promise<void> {
    await enter("/me/password", { password, currentPassword: currentPassword || null });
    changes.value += 1;
    notice.value = t("password.changed");
  }
  async function send(): Promise<void> {
    await requestNewPassword(email);
    notice.value = t("account.sent", { email });
  }
  return (
    <>
      <p>{t(hasPassword ? "password.text" : "password.textNone")}</p>
      <Form key={changes.value} submit={t("password.submit")} onSubmit={change}>
        {hasPassword && <PasswordField name="currentPassword" label={t("password.current")} required />}
        <PasswordField isNew label={t("password.new")} hint={t("person.passwordHint")} required />
      </Form>
      {task.problem}
      <p>{task.button(t("password.byLink"), send, "quiet")}</p>
    </>
  );
}

export function Everywhere() {
  const task = useTask();
  const leaving = useQuestion(task, () => leaveFor("/", api.delete("/me/devices")), {
    title: t("everywhere.title"), text: t("everywhere.text"), yes: t("everywhere.confirm"), no: t("app.cancel"),
  });
  return <>{task.problem}<p>{leaving.button(t("everywhere.submit"))}</p>{leaving.dialog}</>;
}

/** For whoever came by a link to an account that somebody had made with their address: what happened, and what becomes of it. */
export function Inherited() {
  const task = useTask();
  const deleting = useQuestion(task, deleteInherited, {
    title: t("inherited.delete"), text: t("inherited.deleteText"), yes: t("inherited.deleteConfirm"), no: t("app.cancel"),
  });
  if (!me.value?.inherited) return null;
  async function keep(): Promise<void> {
    await enter("/me/inherited/keep");
    notice.value = t("inherited.kept");
    focusOn(TITLE);
  }
  return (
    <section class="card" aria-labelledby="inherited">
      <h2 id="inherited">{t("inherited.title")}</h2>
      <p>{t("inherited.text")}</p>
      <p>{t("inherited.choice")}</p>
      {!me.value.hasPassword && <p>{t("inherited.password")} <a href="/settings">{t("settings.title")}</a></p>}
      {task.problem}
      <p class="actions">{task.button(t("inherited.keep"), keep)}{deleting.button(t("inherited.delete"), "grave")}</p>
      {deleting.dialog}
    </section>
  );
}

/** Taking everything along, and going for good. */
export function Keeping() {
  async function leave({ password }: Values): Promise<void> {
    await leaveFor("/goodbye", api.delete("/me", { confirm: true, password: password || null }));
  }
  return (
    <section class="card" aria-labelledby="keeping">
      <h2 id="keeping">{t("keeping.title")}</h2>
      <p>{t("keeping.text")}</p>
      <p><a class="button" href="/api/v1/me/export" download>{t("keeping.export")}</a></p>
      <details>
        <summary>{t("deletion.title")}</summary>
        <p>{t("deletion.goes")}</p>
        <p>{t("deletion.stays")}</p>
        <Form submit={t("deletion.confirm")} grave onSubmit={leave}>
          <Understood />
          {me.value?.hasPassword && <PasswordField label={t("password.current")} required />}
        </Form>
      </details>
    </section>
  );
}

function Understood() {
  const error = useError("understood");
  return (
    <label class="check">
      <input type="checkbox" name="understood" required {...(error && { "aria-invalid": "true" })} />
      <span>{t("deletion.tick")}</span>
    </label>
  );
}

export function Goodbye() {
  return <Page title={t("goodbye.title")} lead={t("goodbye.text")} class="narrow"><p><a href="/">{t("notFound.back")}</a></p></Page>;
}
