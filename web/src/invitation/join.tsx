/** The invitation, for the one who opened it: who asks, what it is about, and a yes or a no. */
import { batch, useSignal } from "@preact/signals";
import { api, ApiError, asApiError } from "../api/client";
import { useLive } from "../api/events";
import type { InvitationPreview, Relation, Session, User } from "../api/types";
import { EmailField } from "../identity/sign-in";
import { me, signOut } from "../identity/state";
import { t } from "../messages";
import { navigate, place } from "../router";
import { RelationField, relationIn } from "../session/start";
import { keep } from "../session/state";
import { Form, PasswordField, TextField, type Values } from "../ui/form";
import { Page, Pending, Promises, Quoted } from "../ui/page";
import { useQuestion, useTask } from "../ui/task";

/** A newcomer says who they are; everybody may say what the two are to each other. */
type Acceptance = { name?: string; email?: string; password?: string; relation: Relation | null };
type Joined = { sessionId: string; session: Session; user: User };

const pathOf = (token: string) => `/invitations/${encodeURIComponent(token)}`;

export function Join() {
  const token = place.value.hash;
  if (!token) return <Page title={t("join.goneTitle")} lead={t("join.noToken")} class="narrow" />;
  return <Opened key={token} token={token} />;
}

function Opened({ token }: { token: string }) {
  const preview = useSignal<InvitationPreview | null>(null);
  const declined = useSignal(false);
  const live = useLive(async () => {
    // Fetched once: after an answer the link is used up, and this page is on its way out.
    preview.value ??= await api.get<InvitationPreview>(pathOf(token));
  }, token);
  if (declined.value) return <Page key="declined" title={t("join.declinedTitle")} lead={t("join.declinedText")} class="narrow" />;
  if (live.error && ["NOT_FOUND", "GONE"].includes(live.error.code)) {
    return <Page key="gone" title={t("join.goneTitle")} lead={t("join.goneText")} class="narrow" />;
  }
  if (!preview.value) return <Pending live={live} />;

  const { inviterName: name, partnerName, topic, message } = preview.value;
  return (
    <Page title={t("join.title", { name })} class="narrow" {...(topic && { lead: t("session.topic", { topic }) })}>
      {message && <Quoted class="card letter" title={t("join.words", { name })} words={message} />}
      <section aria-labelledby="what">
        <h2 id="what">{t("join.whatTitle")}</h2>
        <Promises words={[t("join.what1", { name }), t("join.what2", { name }), t("join.what3")]} />
      </section>
      <section class="card" aria-labelledby="accept">
        <h2 id="accept">{t("join.acceptTitle")}</h2>
        {me.value ? <AcceptAsMe token={token} inviter={name} /> : <AcceptAsNew token={token} inviter={name} partnerName={partnerName} />}
      </section>
      <Decline token={token} name={name} onDeclined={() => (declined.value = true)} />
    </Page>
  );
}

async function accept(token: string, person: Acceptance): Promise<void> {
  const joined = await api.post<Joined>(`${pathOf(token)}/accept`, person).catch((failure: unknown) => {
    const { code } = asApiError(failure);
    throw code === "CONFLICT" ? new ApiError({ code, message: t("join.own") }) : failure;
  });
  batch(() => {
    navigate(`/sessions/${joined.sessionId}`, { replace: true });
    me.value = joined.user;
  });
  keep(joined.session);
}

function AcceptAsMe({ token, inviter }: { token: string; inviter: string }) {
  const relation = useSignal("");
  const task = useTask();
  return (
    <>
      <p>{t("join.as", { name: me.value?.name ?? "", email: me.value?.email ?? "" })}</p>
      <RelationField hint={t("relation.hint", { name: inviter })} onChange={(value) => (relation.value = value)} />
      {task.problem}
      <p class="actions">
        {task.button(t("join.accept"), () => accept(token, { relation: relationIn({ relation: relation.peek() }) }), "primary")}
        {task.button(t("join.notMe"), () => signOut(`/join#${token}`), "quiet")}
      </p>
    </>
  );
}

function AcceptAsNew({ token, inviter, partnerName }: { token: string; inviter: string; partnerName: string }) {
  const join = ({ name = "", email = "", password, ...more }: Values) =>
    accept(token, { name, email, ...(password && { password }), relation: relationIn(more) });
  return (
    <Form
      submit={t("join.accept")} onSubmit={join}
      aside={<a href="/sign-in" data-return-to={`/join#${token}`}>{t("join.haveAccount")}</a>}
    >
      <TextField name="name" label={t("person.name")} defaultValue={partnerName} autocomplete="name" maxLength={80} required />
      <EmailField />
      <PasswordField isNew label={t("person.password")} hint={t("join.passwordHint")} />
      <RelationField hint={t("relation.hint", { name: inviter })} />
    </Form>
  );
}

function Decline({ token, name, onDeclined }: { token: string; name: string; onDeclined: () => void }) {
  const task = useTask();
  const declining = useQuestion(task, decline, {
    title: t("join.declineTitle"), text: t("join.declineText", { name }), yes: t("join.declineConfirm"), no: t("app.cancel"),
  });
  async function decline(): Promise<void> {
    await api.post(`${pathOf(token)}/decline`);
    onDeclined();
  }
  return <>{task.problem}<p class="actions">{declining.button(t("join.decline"), "quiet")}</p>{declining.dialog}</>;
}
