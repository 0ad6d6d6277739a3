import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLive } from "../api/live";
import type { Invitation, Session } from "../api/types";
import { helpAtHand } from "../conversation/emotions";
import { Care } from "../conversation/care";
import { HelpCard } from "../help/resources";
import { formatDay, t } from "../messages";
import { SessionGone } from "../session/gone";
import { loadSession, sessions } from "../session/state";
import { focusTitle, notice, Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { links, makeLink } from "./state";
import { Words } from "./words";

export function Invite({ id }: { id: string }) {
  const live = useLive(() => loadSession(id), id);
  const session = sessions.value[id];
  const shownFirst = useMemo(() => links.value[id]?.token, [id]);
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (!session) return <Pending live={live} />;

  const { name, joined } = session.partner;
  const inCare = session.care !== null;
  const help = helpAtHand.value[id];
  const link = links.value[id];
  const isNew = link !== undefined && link.token !== shownFirst;
  return (
    <Page title={t("invite.title", { name })} class="narrow">
      {help && <HelpCard help={help} />}
      {inCare && <Care session={session} onGoOn={focusTitle} />}
      {joined && <p class="card" role="status">{t("invite.joined", { name })}</p>}
      {!joined && (
        <>
          {link && <Link key={link.token} link={link} name={name} isNew={isNew} inCare={inCare} />}
          {!link && !inCare && <LinkGone session={session} />}
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
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus(); // the button that made it is gone
  }, []);
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

function LinkGone({ session: { id, partner, invitation } }: { session: Session }) {
  const task = useTask();
  const { name } = partner;
  const reason = invitation?.status === "DECLINED" ? t("invite.declined", { name })
    : invitation?.status === "EXPIRED" ? t("invite.expired")
    : t("invite.goneText");
  return (
    <section class="card" aria-labelledby="link">
      <h2 id="link">{t("invite.goneTitle", { name })}</h2>
      <p>{reason}</p>
      <Problem task={task} />
      <p class="actions">
        <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(async () => void (await makeLink(id)))}>
          {t("invite.make")}
        </button>
      </p>
    </section>
  );
}
