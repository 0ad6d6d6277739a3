/** Asking somebody to a session: with whom and about what, the link and a few words to go with it; and the one who opened it. */
import { batch, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { api, ApiError, asApiError } from "../api/client";
import { useLive } from "../api/events";
import type { Accepted, CreatedSession, InvitationLinkView, InvitationAnswer, InvitationPreview, Relation } from "../api/types";
import { Support } from "../conversation/conversation";
import { EmailField } from "../identity/sign-in";
import { me, ofViewer, signOut } from "../identity/state";
import { formatDay, t } from "../messages";
import { navigate, place } from "../router";
import { RelationField, relationIn } from "../session/room";
import { Screening } from "../screening/screening";
import { act, keepHelp, type Session, type SessionProps } from "../session/state";
import { Form, PasswordField, TextArea, TextField, type Values } from "../ui/form";
import { notice, Page, Pending, Promises, Quoted } from "../ui/page";
import { CARE, focusOn, useTakesFocus } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";

/** By session, in memory only: the server cannot tell them again, and they are not ours to store. */
const links = ofViewer<Record<string, InvitationLinkView>>({});

function keepLink(sessionId: string, link: InvitationLinkView): void {
  links.value = { ...links.peek(), [sessionId]: link };
}

async function makeLink(sessionId: string, words: { email?: string; message?: string } = {}): Promise<InvitationLinkView> {
  const { invitation } = await act<InvitationAnswer>(sessionId, "invitation", words);
  keepLink(sessionId, invitation);
  return invitation;
}

/** After another session with the same partner, their name is there already. */
export function NewSession({ session: before }: { session: Session | null }) {
  async function create({ partnerName = "", topic = "", ...more }: Values): Promise<void> {
    const about = { partnerName, ...(topic && { topic }), relation: relationIn(more) };
    const { session, invitation, help } = await api.post<CreatedSession>("/sessions", about);
    keepLink(session.id, invitation);
    keepHelp(session.id, help);
    navigate(`/sessions/${session.id}/invitation`, { replace: true });
  }
  return <Page title={t("new.title")} lead={t("new.text")} class="narrow">
    <Screening />
    <Form submit={t("new.submit")} onSubmit={create} aside={<a href="/">{t("app.cancel")}</a>}>
      <TextField
        name="partnerName" label={t("new.partner")} hint={t("new.partnerHint")} autocomplete="off" maxLength={80} required
        defaultValue={before?.partner.name ?? ""}
      />
      <RelationField hint={t("relation.newHint")} value={before?.me.relation ?? null} />
      <TextField name="topic" label={t("new.topic")} hint={t("new.topicHint")} autocomplete="off" maxLength={200} />
    </Form>
  </Page>;
}

export function Invite({ session }: SessionProps) {
  const { id, care, partner: { name, joined } } = session;
  const shownFirst = useMemo(() => links.value[id]?.token, [id]);
  const link = links.value[id];
  return <Page title={t("invite.title", { name })} class="narrow">
    <Support session={session} />
    {joined && <p class="card" role="status">{t("invite.joined", { name })}</p>}
    {!joined && <>
      {link && <Link key={link.token} link={link} name={name} isNew={link.token !== shownFirst} inCare={care !== null} />}
      {!link && !care && <LinkGone session={session} />}
      <Words key={link?.token} id={id} name={name} />
      <section aria-labelledby="next">
        <h2 id="next">{t("invite.nextTitle")}</h2>
        <ol class="steps">
          <li>{t("invite.next1", { name })}</li>
          <li>{t("invite.next2")}</li>
          <li>{t("invite.next3", { name })}</li>
        </ol>
      </section>
    </>}
    <p class="actions"><a class="button" href={`/sessions/${id}`}>{t("invite.toSession")}</a></p>
  </Page>;
}

/** In care nothing urges anybody to pass it on. */
function Link({ link, name, isNew, inCare }: { link: InvitationLinkView; name: string; isNew: boolean; inCare: boolean }) {
  const heading = useTakesFocus(isNew); // the button that made it is gone
  const field = useRef<HTMLInputElement>(null);
  async function copy(): Promise<void> {
    field.current?.select();
    // The clipboard is out of reach on plain http and where the person refused it.
    const copied = await navigator.clipboard?.writeText(link.url).then(() => true, () => false);
    notice.value = t(copied ? "invite.copied" : "invite.copyByHand");
  }
  function share(): void {
    void navigator.share({ text: t("invite.shareText"), url: link.url }).catch(() => undefined); // closed without sharing
  }
  return <section class="card" aria-labelledby="link">
    <h2 id="link" ref={heading} tabIndex={-1}>{t("invite.linkTitle", { name })}</h2>
    <input ref={field} class="link-field" type="text" dir="ltr" readOnly value={link.url} aria-label={t("invite.linkLabel")} />
    <p class="actions">
      <Button kind={inCare ? "" : "primary"} onClick={copy}>{t("invite.copy")}</Button>
      {"share" in navigator && <Button onClick={share}>{t("invite.share")}</Button>}
    </p>
    <p class="quiet">{t("invite.validUntil", { when: formatDay(link.expiresAt) })}</p>
  </section>;
}

function LinkGone({ session: { id, partner: { name }, invitation } }: SessionProps) {
  const task = useTask();
  const reason = invitation?.status === "DECLINED" ? t("invite.declined", { name })
    : invitation?.status === "EXPIRED" ? t("invite.expired")
    : t("invite.goneText");
  return <section class="card" aria-labelledby="link">
    <h2 id="link">{t("invite.goneTitle", { name })}</h2>
    <p>{reason}</p>
    {task.problem}
    <p class="actions">{task.button(t("invite.make"), () => makeLink(id), "primary")}</p>
  </section>;
}

/** What is refused stays in the form, with the reason. */
function Words({ id, name }: { id: string; name: string }) {
  const email = useSignal("");
  async function send({ email: to = "", message = "" }: Values): Promise<void> {
    const words = { ...(to && { email: to }), ...(message && { message }) };
    const { mailed } = await makeLink(id, words).catch((failure: unknown) => {
      if (asApiError(failure).code === "SAFETY_HOLD") focusOn(CARE);
      throw failure;
    });
    notice.value = !to ? t("invite.made") : mailed ? t("invite.mailed", { email: to }) : t("invite.notMailed");
  }
  return <details class="card">
    <summary>{t("invite.wordsTitle")}</summary>
    <p>{t("invite.wordsText")}</p>
    <Form submit={t(email.value ? "invite.sendMail" : "invite.send")} onSubmit={send}>
      <TextArea name="message" label={t("invite.message", { name })} hint={t("invite.messageHint")} maxLength={1000} />
      <TextField
        name="email" type="email" label={t("invite.email", { name })} hint={t("invite.emailHint")} autocomplete="off"
        onInput={(event) => (email.value = event.currentTarget.value)}
      />
    </Form>
  </details>;
}

/** A newcomer says who they are; everybody may say what the two are to each other. */
type Acceptance = { name?: string; email?: string; password?: string; relation: Relation | null };

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
  return <Page title={t("join.title", { name })} class="narrow" {...(topic && { lead: t("session.topic", { topic }) })}>
    {me.value && <Screening />}
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
  </Page>;
}

async function accept(token: string, person: Acceptance): Promise<void> {
  const joined = await api.post<Accepted>(`${pathOf(token)}/accept`, person).catch((failure: unknown) => {
    const { code } = asApiError(failure);
    throw code === "CONFLICT" ? new ApiError({ code, message: t("join.own") }) : failure;
  });
  batch(() => {
    navigate(`/sessions/${joined.sessionId}`, { replace: true });
    me.value = joined.user;
  });
}

function AcceptAsMe({ token, inviter }: { token: string; inviter: string }) {
  const relation = useSignal("");
  const task = useTask();
  return <>
    <p>{t("join.as", { name: me.value?.name ?? "", email: me.value?.email ?? "" })}</p>
    <RelationField hint={t("relation.hint", { name: inviter })} onChange={(value) => (relation.value = value)} />
    {task.problem}
    <p class="actions">
      {task.button(t("join.accept"), () => accept(token, { relation: relationIn({ relation: relation.peek() }) }), "primary")}
      {task.button(t("join.notMe"), () => signOut(`/join#${token}`), "quiet")}
    </p>
  </>;
}

function AcceptAsNew({ token, inviter, partnerName }: { token: string; inviter: string; partnerName: string }) {
  const join = ({ name = "", email = "", password, ...more }: Values) =>
    accept(token, { name, email, ...(password && { password }), relation: relationIn(more) });
  return <Form
    submit={t("join.accept")} onSubmit={join}
    aside={<a href="/sign-in" data-return-to={`/join#${token}`}>{t("join.haveAccount")}</a>}
  >
    <TextField name="name" label={t("person.name")} defaultValue={partnerName} autocomplete="name" maxLength={80} required />
    <EmailField />
    <PasswordField isNew label={t("person.password")} hint={t("join.passwordHint")} />
    <RelationField hint={t("relation.hint", { name: inviter })} />
  </Form>;
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
