/** What the two do together, one thing at a time: which it is, the session says. */
import { useEffect } from "preact/hooks";
import { Support } from "../conversation/conversation";
import { t } from "../messages";
import { Comparison, Ground } from "../needs/ground";
import { NeedsReview, SharedNeeds } from "../needs/needs";
import { Agreed, OverlapReveal, Proposal } from "../repair/agreement";
import { Closed, Closing, Resolved } from "../repair/ending";
import { Ideas } from "../repair/ideas";
import { Ranking } from "../repair/ranking";
import { Breath, InSession, Tabs, TOGETHER_ITEMS } from "../session/room";
import { isTogether, markSeen, passed, type Session, type SessionProps } from "../session/state";
import { Turn } from "../session/turn";
import { NotFound, Page } from "../ui/page";

export function TogetherPage({ id }: { id: string }) {
  return <InSession id={id}>{(session) => isTogether(session) ? <Room session={session} /> : <NotFound />}</InSession>;
}

function Room({ session }: SessionProps) {
  const { id, phase, status, counts, comparison } = session;
  useEffect(() => {
    // Only an answer takes the day to look back from the list.
    void markSeen(id, ...TOGETHER_ITEMS.filter((type) => type !== "follow_up_due"));
  }, [counts.pending]);
  return <Page title={titleOf(session)} class="narrow together">
    <Tabs session={session} here="together" />
    <Turn session={session} statement={null} />
    <Support session={session} />
    <Panel session={session} />
    {phase && status !== "ENDED" && comparison && <details class="card">
      <summary>{t("comparison.title")}</summary>
      <Comparison lists={comparison} session={session} />
    </details>}
    <Closing session={session} />
    <Breath session={session} />
  </Page>;
}

function titleOf({ status, phase, partner: { name } }: Session): string {
  if (status === "RESOLVED") return t("together.resolved", { name });
  if (status === "ENDED") return t("session.ended");
  return phase ? t("together.repair", { name }) : t("together.needs", { name });
}

function Panel({ session }: SessionProps) {
  const open = session.agreements.map(({ agreement }) => agreement).find(({ status }) => status === "PROPOSED");
  if (session.status === "RESOLVED") return <Resolved session={session} />;
  if (session.status === "ENDED") return <Closed session={session} />;
  if (open) return <Proposal key={`${open.id}:${open.version}`} session={session} agreement={open} />;
  switch (session.phase) {
    case null:
      if (passed(session, "needsRevealed")) return <Ground session={session} />;
      return passed(session, "needsShared") ? <SharedNeeds session={session} /> : <NeedsReview session={session} />;
    case "RANKING":
      return <Ranking session={session} />;
    case "REVEALING":
      return <OverlapReveal session={session} />;
    case "AGREED":
      return <Agreed session={session} />;
    default:
      return <Ideas session={session} />;
  }
}
