/** What the two do together, one thing at a time: which it is, the session says. */
import { useEffect } from "preact/hooks";
import type { Session } from "../api/types";
import { Support } from "../conversation/conversation";
import { t } from "../messages";
import { Comparison, Ground } from "../needs/ground";
import { NeedsReview, SharedNeeds } from "../needs/needs";
import { Agreed, OverlapReveal, Proposal } from "../repair/agreement";
import { Closed, Closing, Resolved } from "../repair/ending";
import { Ideas } from "../repair/ideas";
import { Ranking } from "../repair/ranking";
import { Breath, InSession, Tabs, TOGETHER_ITEMS } from "../session/room";
import { isTogether, loadTogether, markSeen, passed, togethers, type PanelProps } from "../session/state";
import { Turn } from "../session/turn";
import { NotFound, Page, Pending } from "../ui/page";

export function TogetherPage({ id }: { id: string }) {
  const together = togethers.value[id];
  return <InSession id={id} load={loadTogether}>
    {(session, live) => !isTogether(session) ? <NotFound /> : together ? <Room together={together} /> : <Pending live={live} />}
  </InSession>;
}

function Room({ together }: PanelProps) {
  const { session, comparison } = together;
  const { id, phase, status, counts } = session;
  useEffect(() => {
    // Only an answer takes the day to look back from the list.
    void markSeen(id, ...TOGETHER_ITEMS.filter((type) => type !== "follow_up_due"));
  }, [counts.pending]);
  return <Page title={titleOf(session)} class="narrow together">
    <Tabs session={session} here="together" />
    <Turn session={session} statement={null} />
    <Support session={session} />
    <Panel together={together} />
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

function Panel({ together }: PanelProps) {
  const { session, agreements } = together;
  const open = agreements.find(({ status }) => status === "PROPOSED");
  if (session.status === "RESOLVED") return <Resolved together={together} />;
  if (session.status === "ENDED") return <Closed together={together} />;
  if (open) return <Proposal key={`${open.id}:${open.version}`} session={session} agreement={open} />;
  switch (session.phase) {
    case null:
      if (passed(session, "needsRevealed")) return <Ground together={together} />;
      return passed(session, "needsShared") ? <SharedNeeds together={together} /> : <NeedsReview together={together} />;
    case "RANKING":
      return <Ranking together={together} />;
    case "REVEALING":
      return <OverlapReveal together={together} />;
    case "AGREED":
      return <Agreed together={together} />;
    default:
      return <Ideas together={together} />;
  }
}
