/** The page of a session, and what every page of one has: how it is loaded, its parts, a way to take a breath, and how it began. */
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { CompactStatus, PendingType, Relation } from "../api/types";
import { Conversation } from "../conversation/conversation";
import { useStatement } from "../empathy/statement";
import { GuideNotice, isNoticed } from "../help/help";
import { formatDay, t } from "../messages";
import { navigate } from "../router";
import { Screening } from "../screening/screening";
import { Form, SelectField, type Values } from "../ui/form";
import { forgetWords } from "../ui/kept";
import { NotFound, notice, Page, Pending } from "../ui/page";
import { focusOn, TURN } from "../ui/sight";
import { useQuestion, useTask } from "../ui/task";
import { act, actThen, isTogether, loadSession, may, sessions, type Session, type SessionProps } from "./state";
import { Turn } from "./turn";

type InSessionProps = { id: string; children: (session: Session) => ComponentChild };

export function InSession({ id, children }: InSessionProps) {
  const live = useLive(() => loadSession(id), id);
  const session = sessions.value[id];
  if (live.error?.code === "NOT_FOUND") return <NotFound text={t("notFound.session")} />;
  return <>{session ? children(session) : <Pending live={live} />}</>;
}

export function Room({ session }: SessionProps) {
  const statement = useStatement(session);
  const { status, topic, partner: { name, joined } } = session;
  const isOver = status === "ENDED";
  return <Page
    title={isOver ? t("session.ended") : t("session.title", { name })} {...(topic && { lead: t("session.topic", { topic }) })}
    class="session"
  >
    {!isOver && <p class={`presence ${joined ? "joined" : ""}`} role="status">{partnerStanding(session)}</p>}
    {!isOver && <StageRail me={session.me} />}
    <Tabs session={session} here="chat" />
    <Turn session={session} statement={statement} />
    {!isOver && <GuideNotice onPutAway={() => focusOn(TURN)} />}
    {!isOver && !session.care && isNoticed.value && <Screening key={session.me.stage} sessionId={session.id} />}
    <Conversation session={session} statement={statement} />
    <Breath session={session} />
  </Page>;
}

function partnerStanding({ partner: { name, joined, stage }, paused, invitation }: Session): string {
  if (invitation?.status === "DECLINED") return t("partner.declined", { name });
  if (invitation?.status === "EXPIRED") return t("partner.expired", { name });
  if (!joined) return t("partner.invited", { name });
  if (paused.byPartner) return t("partner.paused", { name });
  if (!stage) return t("partner.arrived", { name });
  return t(stage === 1 ? "partner.signed" : "partner.heard", { name });
}

const STAGES = [0, 1, 2, 3, 4] as const;

function StageRail({ me }: Pick<Session, "me">) {
  return <nav class="rail" aria-label={t("session.stages")}>
    <ol>
      {STAGES.map((stage) => {
        const done = me.stages[stage]?.status === "COMPLETED";
        const here = me.stage === stage;
        return <li key={stage} class={done ? "done" : here ? "here" : "ahead"} aria-current={here ? "step" : undefined}>
          <span class="rail-name">
            {t(`stage.${stage}`)}
            {(done || here) && <span class="visually-hidden"> ({t(done ? "session.stageDone" : "session.stageNow")})</span>}
          </span>
          <span class="rail-text">{t(`stage.${stage}.text`)}</span>
        </li>;
      })}
    </ol>
  </nav>;
}

/** What is waiting where the two do something together. */
export const TOGETHER_ITEMS: PendingType[] = [
  "needs_to_confirm", "common_ground_to_confirm", "ranking_due", "agreement_to_confirm", "follow_up_due",
];

/** The parts of a session. What has not been looked at yet shows as a quiet number. */
export function Tabs({ session, here }: SessionProps & { here: "chat" | "together" | "shared" }) {
  const { id, counts, pendingActions } = session;
  const together = pendingActions.filter(({ type, seenAt }) => TOGETHER_ITEMS.includes(type) && seenAt === null).length;
  const current = (tab: string) => (here === tab ? "page" : undefined);
  return <nav class="tabs" aria-label={t("tabs.label")}>
    <a href={`/sessions/${id}`} aria-current={current("chat")}>{t("tabs.chat")}</a>
    {isTogether(session) && (
      <a href={`/sessions/${id}/together`} aria-current={current("together")}>{t("tabs.together")} <Badge count={together} /></a>
    )}
    <a href={`/sessions/${id}/shared`} aria-current={current("shared")}>{t("tabs.share")} <Badge count={counts.pending - together} /></a>
  </nav>;
}

export function Badge({ count }: { count: number }) {
  return count > 0 ? <span class="badge">{t("tabs.new", { count: String(count) })}</span> : null;
}

/** Taking a break, putting away, leaving: whatever the server allows right now. */
export function Breath({ session }: SessionProps) {
  const { id, status, partner: { name } } = session;
  const task = useTask();
  const leaving = useQuestion(task, leave, {
    title: t("breath.leaveTitle"), text: t("breath.leaveText", { name }), yes: t("breath.leaveConfirm"), no: t("breath.stay"),
  });
  async function archive(): Promise<void> {
    await act(id, "archive");
    goHome(t("breath.archived"));
  }
  async function leave(): Promise<void> {
    await api.post(`/sessions/${id}/leave`); // and there is nothing to load any more
    forgetWords(id);
    goHome(t("breath.left", { name }));
  }
  return <section class="breath" aria-labelledby="breath">
    <h2 id="breath">{t(status === "ENDED" ? "breath.putAway" : "breath.title")}</h2>
    {status !== "ENDED" && <p><a href={`/sessions/${id}/thoughts`}>{t("thoughts.link")}</a> <span class="quiet">{t("thoughts.linkText")}</span></p>}
    {task.problem}
    <p class="actions">
      {may(session, "PAUSE") && task.button(t("breath.pause"), () => actThen(TURN, id, "pause"))}
      {may(session, "ARCHIVE") && task.button(t("breath.archive"), archive)}
      {may(session, "LEAVE") && leaving.button(t("breath.leave"), "quiet")}
    </p>
    {status !== "ENDED" && <OwnRelation session={session} />}
    {leaving.dialog}
  </section>;
}

function goHome(words: string): void {
  navigate("/");
  notice.value = words;
}

const RELATIONS: Relation[] = [
  "COUPLE", "FORMER_COUPLE", "PARENT_AND_CHILD", "RELATIVES", "FRIENDS", "FLATMATES", "COLLEAGUES", "FOUNDERS", "OTHER",
];

type RelationFieldProps = { hint: string; value?: Relation | null; onChange?: (value: string) => void };

/** What the two are to each other, as each says for themselves. Nobody else is shown it. */
export function RelationField({ hint, value = null, ...more }: RelationFieldProps) {
  const options = RELATIONS.map((one): [string, string] => [one, t(`relation.${one}`)]);
  return <SelectField
    name="relation" label={t("relation.label")} hint={hint} value={value ?? ""}
    options={[["", t("relation.unsaid")], ...options]} {...more}
  />;
}

/** Nothing chosen is nothing said. */
export function relationIn({ relation = "" }: Values): Relation | null {
  return RELATIONS.find((one) => one === relation) ?? null;
}

function OwnRelation({ session: { id, me, partner } }: SessionProps) {
  async function save(values: Values): Promise<void> {
    await act(id, "relation", { relation: relationIn(values) }, "put");
    notice.value = t("relation.saved");
  }
  const said = me.relation ? t(`relation.${me.relation}`) : t("relation.unsaid");
  return <details class="own-relation">
    <summary>{t("relation.own", { said })}</summary>
    <Form submit={t("relation.save")} onSubmit={save}>
      <RelationField hint={t("relation.hint", { name: partner.name })} value={me.relation} />
    </Form>
  </details>;
}

export function Compact({ session }: SessionProps) {
  const { id, partner: { name } } = session;
  const status = useSignal<CompactStatus | null>(null);
  const task = useTask();
  const live = useLive(async () => {
    status.value = await api.get<CompactStatus>(`/sessions/${id}/compact/status`);
  }, id);
  if (!status.value) return <Pending live={live} />;
  const { signedAt, partnerSigned } = status.value;
  async function sign(): Promise<void> {
    await act(id, "compact/sign");
    navigate(`/sessions/${id}`, { replace: true });
  }
  return <Page title={t("compact.title")} lead={t("compact.intro", { name })} class="narrow">
    <ol class="card compact">
      <li><strong>{t("compact.curious")}</strong> {t("compact.curiousText")}</li>
      <li><strong>{t("compact.self")}</strong> {t("compact.selfText")}</li>
      <li><strong>{t("compact.ammunition")}</strong> {t("compact.ammunitionText")}</li>
      <li><strong>{t("compact.kind")}</strong> {t("compact.kindText")}</li>
    </ol>
    <div role="status">
      <p>{signedAt ? t("compact.signed", { when: formatDay(signedAt) }) : t("compact.asMe", { name: session.me.name })}</p>
      <p class="quiet">{t(partnerSigned ? "compact.partnerSigned" : "compact.partnerNot", { name })}</p>
    </div>
    {task.problem}
    <p class="actions">
      {may(session, "SIGN_COMPACT") && task.button(t("compact.sign"), sign, "primary")}
      <a href={`/sessions/${id}`}>{t("compact.back")}</a>
    </p>
  </Page>;
}
