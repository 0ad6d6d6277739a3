/** The Share tab: what crossed between the two, collected, with receipts, and taking back what can be taken back. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/live";
import type { Consent, ConsentTarget, MyAttempt, Session } from "../api/types";
import { helpAtHand } from "../conversation/emotions";
import { Care } from "../conversation/care";
import { HelpCard } from "../help/resources";
import { formatMoment, t } from "../messages";
import { SessionGone } from "../session/gone";
import { loadSession, sessions } from "../session/state";
import { Tabs } from "../session/tabs";
import { passed } from "../together/state";
import { useOnScreen } from "../ui/on-screen";
import { focusTitle, Page, Pending } from "../ui/page";
import { consents, consentWords, loadConsents } from "./consents";
import { OfferCard } from "./offer";
import { markSeen } from "./state";
import { TakeBack } from "./take-back";

const SHARED_ITEMS = ["share_offer", "context_received", "validate_partner_empathy", "empathy_awaiting_validation"] as const;

const TOGETHER_TARGETS: ConsentTarget[] = ["NEED", "COMMON_GROUND", "STRATEGY_PROPOSAL", "AGREEMENT", "CHECK_IN"];

export function SharePage({ id }: { id: string }) {
  const live = useLive(() => Promise.all([loadSession(id), loadConsents()]), id);
  const session = sessions.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  return session && consents.value ? <Shared session={session} given={consents.value} /> : <Pending live={live} />;
}

function Shared({ session, given }: { session: Session; given: Consent[] }) {
  const { id, partner: { name }, empathy, counts } = session;
  const { myAttempt, partnerAttempt, sharedContext, mySharedContext } = empathy;
  const agreed = given.filter(({ sessionId }) => sessionId === id);
  const together = agreed.filter(({ targetType }) => TOGETHER_TARGETS.includes(targetType));
  const isRevealed = passed(session, "needsRevealed");
  const help = helpAtHand.value[id];
  const theirs = [...(partnerAttempt ? [partnerAttempt.content] : []), ...sharedContext.map(({ id: key }) => key)];
  const show = useAllShown(id, theirs);
  useEffect(() => {
    void markSeen(id, ...SHARED_ITEMS);
  }, [counts.pending, empathy.version]);
  return (
    <Page title={t("share.title", { name })} lead={t("share.lead", { name })} class="narrow shared">
      <Tabs session={session} here="share" />
      {help && <HelpCard help={help} />}
      {session.care && <Care session={session} onGoOn={focusTitle} />}
      <OfferCard session={session} />
      <Part title={t("share.mine", { name })} none={!myAttempt && t("share.mineNone")}>
        {myAttempt && (
          <Words content={myAttempt.content} facts={factsOf(myAttempt, name)} consent={consentFor("EMPATHY_STATEMENT", myAttempt.content, agreed)} />
        )}
      </Part>
      <Part title={t("share.theirs", { name })} none={!partnerAttempt && t("share.theirsNone")}>
        {partnerAttempt && (
          <Words
            key={partnerAttempt.content} content={partnerAttempt.content} onShown={() => show(partnerAttempt.content)}
            facts={partnerAttempt.myVerdict ? [t("validation.said", { verdict: t(`validation.${partnerAttempt.myVerdict}`) })] : []}
          />
        )}
      </Part>
      <Part title={t("share.given")} none={mySharedContext.length + together.length === 0 && t("share.givenNone")}>
        {mySharedContext.map(({ id: key, content, deliveryStatus, sharedAt }) => (
          <Words
            key={key} content={content} consent={consentFor("SHARED_CONTEXT", content, agreed)}
            facts={[...(sharedAt ? [t("share.sentOn", { when: formatMoment(sharedAt) })] : []), t(`receipt.${deliveryStatus}`, { name })]}
          />
        ))}
        {together.map((consent) => (
          <Words
            key={consent.id} content={consentWords(consent)} consent={consent}
            facts={[t(`ledger.${consent.targetType}`, { name }), t("ledger.granted", { when: formatMoment(consent.grantedAt) })]}
          />
        ))}
      </Part>
      <Part title={t("share.received", { name })} none={sharedContext.length === 0 && !isRevealed && t("share.receivedNone")}>
        {isRevealed && <p><a href={`/sessions/${id}/together`}>{t("comparison.title")}</a></p>}
        {sharedContext.map(({ id: key, content, sharedAt }) => (
          <Words
            key={key} content={content} onShown={() => show(key)}
            facts={sharedAt ? [t("share.receivedOn", { when: formatMoment(sharedAt) })] : []}
          />
        ))}
      </Part>
      <p class="actions">
        <a href={`/sessions/${id}/timeline`}>{t("share.timeline")}</a>
        <a href="/consents">{t("share.ledger")}</a>
      </p>
    </Page>
  );
}

function factsOf({ status, outcome, sharedAt, deliveryStatus, revealedAt }: MyAttempt, name: string): string[] {
  return [
    t("share.sentOn", { when: formatMoment(sharedAt) }),
    t(`standing.${status === "VALIDATED" ? (outcome ?? "ACCURATE") : status}`, { name }),
    ...(revealedAt ? [t(`receipt.${deliveryStatus}`, { name })] : []),
  ];
}

/** The newest agreement about these very words. */
function consentFor(type: Consent["targetType"], content: string, agreed: Consent[]): Consent | undefined {
  return agreed.find((one) => one.targetType === type && one.content === content);
}

function Part({ title, none, children }: { title: string; none: string | false; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {none ? <p class="quiet">{none}</p> : children}
    </section>
  );
}

/** The tab counts as seen as a whole: once all of the other one's words on it were on screen. */
function useAllShown(id: string, theirs: string[]): (key: string) => Promise<unknown> {
  const shown = useRef(new Set<string>());
  const all = useRef(theirs);
  all.current = theirs;
  return (key) => {
    shown.current.add(key);
    if (!all.current.every((one) => shown.current.has(one))) return Promise.resolve();
    return api.post(`/sessions/${id}/share-tab/seen`);
  };
}

type WordsProps = { content: string; facts: string[]; consent?: Consent | undefined; onShown?: () => Promise<unknown> };

function Words({ content, facts, consent, onShown }: WordsProps) {
  const card = useRef<HTMLDivElement>(null);
  useOnScreen(card, onShown ?? null, content);
  return (
    <div class="card" ref={card}>
      <figure class="quotation"><blockquote dir="auto">{content}</blockquote></figure>
      <ul class="facts">
        {facts.map((fact) => <li key={fact}>{fact}</li>)}
        {consent?.revokedAt && <li>{t("ledger.revoked", { when: formatMoment(consent.revokedAt) })}</li>}
      </ul>
      {consent && !consent.revokedAt && <div class="actions"><TakeBack consent={consent} /></div>}
    </div>
  );
}
