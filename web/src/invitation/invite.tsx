/** The link, a few words to go with it, and what happens next. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { asApiError } from "../api/client";
import type { Invitation } from "../api/types";
import { Support } from "../conversation/conversation";
import { ofViewer } from "../identity/state";
import { formatDay, t } from "../messages";
import { act, type SessionProps } from "../session/state";
import { Form, TextArea, TextField, type Values } from "../ui/form";
import { notice, Page } from "../ui/page";
import { CARE, focusOn, useTakesFocus } from "../ui/sight";
import { useTask } from "../ui/task";

/** By session, in memory only: the server cannot tell them again, and they are not ours to store. */
const links = ofViewer<Record<string, Invitation>>({});

export function keepLink(sessionId: string, link: Invitation): void {
  links.value = { ...links.peek(), [sessionId]: link };
}

async function makeLink(sessionId: string, words: { email?: string; message?: string } = {}): Promise<Invitation> {
  const { invitation } = await act<{ invitation: Invitation }>(sessionId, "invitation", words);
  keepLink(sessionId, invitation);
  return invitation;
}

export function Invite({ session }: SessionProps) {
  const { id, care, partner: { name, joined } } = session;
  const shownFirst = useMemo(() => links.value[id]?.token, [id]);
  const link = links.value[id];
  return (
    <Page title={t("invite.title", { name })} class="narrow">
      <Support session={session} />
      {joined && <p class="card" role="status">{t("invite.joined", { name })}</p>}
      {!joined && (
        <>
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
        </>
      )}
      <p class="actions"><a class="button" href={`/sessions/${id}`}>{t("invite.toSession")}</a></p>
    </Page>
  );
}

type LinkProps = { link: Invitation; name: string; isNew: boolean; inCare: boolean };

/** In care nothing urges anybody to pass it on. */
function Link({ link, name, isNew, inCare }: LinkProps) {
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
  return (
    <section class="card" aria-labelledby="link">
      <h2 id="link" ref={heading} tabIndex={-1}>{t("invite.linkTitle", { name })}</h2>
      <input ref={field} class="link-field" type="text" dir="ltr" readOnly value={link.url} aria-label={t("invite.linkLabel")} />
      <p class="actions">
        <button type="button" class={inCare ? "button" : "button primary"} onClick={copy}>{t("invite.copy")}</button>
        {"share" in navigator && <button type="button" class="button" onClick={share}>{t("invite.share")}</button>}
      </p>
      <p class="quiet">{t("invite.validUntil", { when: formatDay(link.expiresAt) })}</p>
    </section>
  );
}

function LinkGone({ session: { id, partner: { name }, invitation } }: SessionProps) {
  const task = useTask();
  const reason = invitation?.status === "DECLINED" ? t("invite.declined", { name })
    : invitation?.status === "EXPIRED" ? t("invite.expired")
    : t("invite.goneText");
  return (
    <section class="card" aria-labelledby="link">
      <h2 id="link">{t("invite.goneTitle", { name })}</h2>
      <p>{reason}</p>
      {task.problem}
      <p class="actions">{task.button(t("invite.make"), () => makeLink(id), "primary")}</p>
    </section>
  );
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
  return (
    <details class="card">
      <summary>{t("invite.wordsTitle")}</summary>
      <p>{t("invite.wordsText")}</p>
      <Form submit={t(email.value ? "invite.sendMail" : "invite.send")} onSubmit={send}>
        <TextArea name="message" label={t("invite.message", { name })} hint={t("invite.messageHint")} maxLength={1000} />
        <TextField
          name="email" type="email" label={t("invite.email", { name })} hint={t("invite.emailHint")} autocomplete="off"
          onInput={(event) => (email.value = event.currentTarget.value)}
        />
      </Form>
    </details>
  );
}
