/** What crossed between the two, collected: the Share tab, the ledger of everything one has agreed to share, and the timeline. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import { refreshAll, useLive } from "../api/events";
import type { ConsentView, ConsentTarget, Moment, MyAttempt } from "../api/types";
import { Support } from "../conversation/conversation";
import { formatMoment, isKey, t } from "../messages";
import { Tabs } from "../session/room";
import { markSeen, pagedList, passed, type SessionProps } from "../session/state";
import { notice, Page, Pending, Quoted } from "../ui/page";
import { focusOn, TITLE, useOnScreen } from "../ui/sight";
import { useQuestion, useTask } from "../ui/task";
import { OfferCard } from "./offer";

const { items: consents, hasMore, load: loadConsents, more } = pagedList<ConsentView>("/me/consents", 50);

const SHARED_ITEMS = ["share_offer", "context_received", "validate_partner_empathy", "empathy_awaiting_validation"] as const;

const TOGETHER_TARGETS: ConsentTarget[] = ["NEED", "COMMON_GROUND", "STRATEGY_PROPOSAL", "AGREEMENT", "CHECK_IN"];

/** With receipts, and taking back what can be taken back. */
export function SharePage({ session }: SessionProps) {
  const { id, partner: { name }, empathy, counts } = session;
  const { myAttempt, partnerAttempt, sharedContext, mySharedContext } = empathy;
  const live = useLive(loadConsents, id);
  const agreed = (consents.value ?? []).filter(({ sessionId }) => sessionId === id);
  const together = agreed.filter(({ targetType }) => TOGETHER_TARGETS.includes(targetType));
  const isRevealed = passed(session, "needsRevealed");
  const theirs = [...(partnerAttempt ? [partnerAttempt.content] : []), ...sharedContext.map(({ id: key }) => key)];
  const show = useAllShown(id, theirs);
  useEffect(() => {
    if (consents.value) void markSeen(id, ...SHARED_ITEMS);
  }, [counts.pending, empathy.version, consents.value === null]);
  if (!consents.value) return <Pending live={live} />;
  return <Page title={t("share.title", { name })} lead={t("share.lead", { name })} class="narrow shared">
    <Tabs session={session} here="shared" />
    <Support session={session} />
    <OfferCard session={session} />
    <Part title={t("share.mine", { name })} none={!myAttempt && t("share.mineNone")}>
      {myAttempt && (
        <Words content={myAttempt.content} facts={factsOf(myAttempt, name)} consent={consentFor("EMPATHY_STATEMENT", myAttempt.content, agreed)} />
      )}
    </Part>
    <Part title={t("share.theirs", { name })} none={!partnerAttempt && t("share.theirsNone")}>
      {partnerAttempt && <Words
        key={partnerAttempt.content} content={partnerAttempt.content} onShown={() => show(partnerAttempt.content)}
        facts={partnerAttempt.myVerdict ? [t("validation.said", { verdict: t(`validation.${partnerAttempt.myVerdict}`) })] : []}
      />}
    </Part>
    <Part title={t("share.given")} none={mySharedContext.length + together.length === 0 && t("share.givenNone")}>
      {mySharedContext.map(({ id: key, content, deliveryStatus, sharedAt }) => <Words
        key={key} content={content} consent={consentFor("SHARED_CONTEXT", content, agreed)}
        facts={[...(sharedAt ? [t("share.sentOn", { when: formatMoment(sharedAt) })] : []), t(`receipt.${deliveryStatus}`, { name })]}
      />)}
      {together.map((consent) => <Words
        key={consent.id} content={consentWords(consent)} consent={consent}
        facts={[t(`ledger.${consent.targetType}`, { name }), t("ledger.granted", { when: formatMoment(consent.grantedAt) })]}
      />)}
    </Part>
    <Part title={t("share.received", { name })} none={sharedContext.length === 0 && !isRevealed && t("share.receivedNone")}>
      {isRevealed && <p><a href={`/sessions/${id}/together`}>{t("comparison.title")}</a></p>}
      {sharedContext.map(({ id: key, content, sharedAt }) => <Words
        key={key} content={content} onShown={() => show(key)}
        facts={sharedAt ? [t("share.receivedOn", { when: formatMoment(sharedAt) })] : []}
      />)}
    </Part>
    <p class="actions">
      <a href={`/sessions/${id}/timeline`}>{t("share.timeline")}</a>
      <a href="/consents">{t("share.ledger")}</a>
    </p>
  </Page>;
}

function factsOf({ status, outcome, sharedAt, deliveryStatus, revealedAt }: MyAttempt, name: string): string[] {
  return [
    t("share.sentOn", { when: formatMoment(sharedAt) }),
    t(`standing.${status === "VALIDATED" ? (outcome ?? "ACCURATE") : status}`, { name }),
    ...(revealedAt ? [t(`receipt.${deliveryStatus}`, { name })] : []),
  ];
}

/** The newest agreement about these very words. */
function consentFor(type: ConsentView["targetType"], content: string, agreed: ConsentView[]): ConsentView | undefined {
  return agreed.find((one) => one.targetType === type && one.content === content);
}

function Part({ title, none, children }: { title: string; none: string | false; children: ComponentChildren }) {
  return <section aria-label={title}>
    <h2>{title}</h2>
    {none ? <p class="quiet">{none}</p> : children}
  </section>;
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

type WordsProps = { content: string; facts: string[]; consent?: ConsentView | undefined; onShown?: () => Promise<unknown> };

function Words({ content, facts, consent, onShown }: WordsProps) {
  const card = useRef<HTMLDivElement>(null);
  useOnScreen(card, onShown ?? null, content);
  return <div class="card" ref={card}>
    <figure class="quotation"><blockquote dir="auto">{content}</blockquote></figure>
    <ul class="facts">
      {facts.map((fact) => <li key={fact}>{fact}</li>)}
      {consent?.revokedAt && <li>{t("ledger.revoked", { when: formatMoment(consent.revokedAt) })}</li>}
    </ul>
    {consent && !consent.revokedAt && <div class="actions"><TakeBack consent={consent} /></div>}
  </div>;
}

/** Everything one has agreed to share: what exactly, with whom, when, whether it was seen, and whether it was taken back. */
export function Ledger() {
  const live = useLive(loadConsents);
  const task = useTask();
  const found = consents.value;
  return <Page title={t("ledger.title")} lead={t("ledger.lead")} class="narrow">
    {!found && <Pending live={live} />}
    {found?.length === 0 && <p class="card">{t("ledger.none")}</p>}
    {found && found.length > 0 && <ul class="shared-list">{found.map((one) => <li key={one.id} class="card"><Entry consent={one} /></li>)}</ul>}
    {task.problem}
    {found && hasMore.value && <p class="actions">{task.button(t("ledger.more"), () => more())}</p>}
  </Page>;
}

function Entry({ consent }: { consent: ConsentView }) {
  const { targetType, to, grantedAt, seenAt, revokedAt, sessionId } = consent;
  return <>
    <Quoted title={t(`ledger.${targetType}`, { name: to })} words={consentWords(consent)} />
    <ul class="facts">
      <li>{t("ledger.granted", { when: formatMoment(grantedAt) })}</li>
      <li>{seenAt ? t("ledger.seen", { when: formatMoment(seenAt) }) : t("ledger.unseen")}</li>
      {revokedAt && <li>{t("ledger.revoked", { when: formatMoment(revokedAt) })}</li>}
    </ul>
    <div class="actions">
      {!revokedAt && <TakeBack consent={consent} />}
      <a href={`/sessions/${sessionId}`}>{t("ledger.toSession")}</a>
    </div>
  </>;
}

/** Unseen words come back; what was seen is only left out from now on, and the question says so. */
function TakeBack({ consent: { id, seenAt } }: { consent: ConsentView }) {
  const task = useTask();
  const taking = useQuestion(task, takeBack, {
    title: t("ledger.takeBackTitle"), text: t(seenAt ? "ledger.takeBackSeen" : "ledger.takeBackUnseen"),
    yes: t("ledger.takeBackConfirm"), no: t("ledger.leaveIt"),
  });
  async function takeBack(): Promise<void> {
    await api.post(`/me/consents/${id}/revoke`);
    await refreshAll();
    notice.value = t("ledger.done");
    focusOn(TITLE);
  }
  return <>{task.problem}{taking.button(t("share.takeBack"))}{taking.dialog}</>;
}

/** How it went comes as one of three answers, and then in words. */
function consentWords({ targetType, content }: ConsentView): string {
  if (targetType !== "CHECK_IN") return content;
  const [done, ...felt] = content.split("\n");
  const key = `checkIn.${done}`;
  return [isKey(key) ? t(key as "checkIn.YES") : done, ...felt].join("\n");
}

/** What happened and when, as far as the viewer may know it. */
export function Timeline({ session: { id, partner: { name } } }: SessionProps) {
  const moments = useSignal<Moment[] | null>(null);
  const live = useLive(async () => {
    moments.value = (await api.get<{ items: Moment[] }>(`/sessions/${id}/timeline`)).items;
  }, id);
  if (!moments.value) return <Pending live={live} />;
  return <Page title={t("timeline.title")} lead={t("timeline.lead", { name })} class="narrow">
    <ol class="card timeline">
      {moments.value.map((moment, index) => <li key={index}>
        <span>{momentWords(moment, name)}</span>
        <time class="quiet" dateTime={moment.at}>{formatMoment(moment.at)}</time>
      </li>)}
    </ol>
    <p class="actions"><a href={`/sessions/${id}`}>{t("share.back")}</a></p>
  </Page>;
}

/** A kind of a newer server keeps its key for words. */
function momentWords({ by, kind }: Moment, name: string): string {
  const key = `timeline.${by}.${kind}`;
  return isKey(key) ? t(key as "timeline.ME.INVITED", { name }) : kind;
}
