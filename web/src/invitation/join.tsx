import { batch, useSignal } from "@preact/signals";
import { ApiError } from "../api/client";
import { useLive } from "../api/live";
import type { InvitationPreview } from "../api/types";
import { me, signOut } from "../identity/state";
import { t } from "../messages";
import { navigate, place } from "../router";
import { RelationField, relationIn } from "../session/relation";
import { keep } from "../session/state";
import { Confirm } from "../ui/confirm";
import { Form, TextField } from "../ui/form";
import { Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { type Acceptance, acceptInvitation, declineInvitation, loadPreview } from "./state";

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
    preview.value ??= await loadPreview(token);
  }, token);
  if (declined.value) return <Page key="declined" title={t("join.declinedTitle")} lead={t("join.declinedText")} class="narrow" />;
  if (live.error && ["NOT_FOUND", "GONE"].includes(live.error.code)) {
    return <Page key="gone" title={t("join.goneTitle")} lead={t("join.goneText")} class="narrow" />;
  }
  if (!preview.value) return <Pending live={live} />;

  const { inviterName: name, partnerName, topic, message } = preview.value;
  return (
    <Page title={t("join.title", { name })} class="narrow" {...(topic && { lead: t("session.topic", { topic }) })}>
      {message && (
        <figure class="card letter">
          <figcaption>{t("join.words", { name })}</figcaption>
          <blockquote dir="auto">{message}</blockquote>
        </figure>
      )}
      <section aria-labelledby="what">
        <h2 id="what">{t("join.whatTitle")}</h2>
        <ul class="promises">
          <li>{t("join.what1", { name })}</li>
          <li>{t("join.what2", { name })}</li>
          <li>{t("join.what3")}</li>
        </ul>
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
  const joined = await acceptInvitation(token, person).catch((failure: ApiError) => {
    if (failure.code !== "CONFLICT") throw failure;
    throw new ApiError({ code: failure.code, message: t("join.own") });
  });
  batch(() => {
    navigate(`/sessions/${joined.sessionId}`, { replace: true });
    me.value = joined.user;
  });
  keep(joined.session);
}

function AcceptAsMe({ token, inviter }: { token: string; inviter: string }) {
  const chosen = useSignal("");
  const task = useTask();
  const join = () => task.run(() => accept(token, { relation: relationIn({ relation: chosen.value }) }));
  return (
    <>
      <p>{t("join.as", { name: me.value?.name ?? "", email: me.value?.email ?? "" })}</p>
      <RelationField hint={t("relation.hint", { name: inviter })} onChange={(value) => (chosen.value = value)} />
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={join}>
          {t("join.accept")}
        </button>
        <button type="button" class="button quiet" onClick={() => task.run(() => signOut(`/join#${token}`))}>
          {t("join.notMe")}
        </button>
      </p>
    </>
  );
}

function AcceptAsNew({ token, inviter, partnerName }: { token: string; inviter: string; partnerName: string }) {
  return (
    <Form
      submit={t("join.accept")}
      onSubmit={({ name = "", email = "", password, ...more }) =>
        accept(token, { name, email, ...(password && { password }), relation: relationIn(more) })}
      aside={<a href="/sign-in" data-return-to={`/join#${token}`}>{t("join.haveAccount")}</a>}
    >
      {(errors) => (
        <>
          <TextField
            name="name" label={t("person.name")} errors={errors} defaultValue={partnerName}
            autocomplete="name" maxLength={80} required
          />
          <TextField name="email" type="email" label={t("person.email")} errors={errors} autocomplete="username" required />
          <TextField
            name="password" type="password" label={t("person.password")} hint={t("join.passwordHint")} errors={errors}
            autocomplete="new-password" minLength={8} maxLength={128}
          />
          <RelationField hint={t("relation.hint", { name: inviter })} errors={errors} />
        </>
      )}
    </Form>
  );
}

function Decline({ token, name, onDeclined }: { token: string; name: string; onDeclined: () => void }) {
  const asking = useSignal(false);
  const task = useTask();
  async function decline(): Promise<void> {
    await declineInvitation(token);
    onDeclined();
  }
  return (
    <>
      <Problem task={task} />
      <p class="actions"><button type="button" class="button quiet" onClick={() => (asking.value = true)}>{t("join.decline")}</button></p>
      {asking.value && (
        <Confirm
          title={t("join.declineTitle")} text={t("join.declineText", { name })}
          yes={t("join.declineConfirm")} no={t("app.cancel")}
          onYes={() => task.run(decline)} onNo={() => (asking.value = false)}
        />
      )}
    </>
  );
}
