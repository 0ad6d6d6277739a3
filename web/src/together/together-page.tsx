/** What the two do together, one thing at a time: which it is, the session says. */
import { useEffect } from "preact/hooks";
import { useLive } from "../api/live";
import { helpAtHand } from "../conversation/emotions";
import { Care } from "../conversation/care";
import { markSeen } from "../empathy/state";
import { HelpCard } from "../help/resources";
import { t } from "../messages";
import { Comparison } from "../needs/comparison";
import { Ground } from "../needs/ground";
import { NeedsReview } from "../needs/needs-review";
import { SharedNeeds } from "../needs/needs-share";
import { Agreed } from "../repair/agreed";
import { Closing } from "../repair/closing";
import { Closed, Resolved } from "../repair/ending";
import { Ideas } from "../repair/ideas";
import { OverlapReveal } from "../repair/overlap";
import { Proposal } from "../repair/proposal";
import { Ranking } from "../repair/ranking";
import { Breath } from "../session/breath";
import { SessionGone } from "../session/gone";
import { sessions } from "../session/state";
import { Tabs, TOGETHER_ITEMS } from "../session/tabs";
import { Turn } from "../session/turn";
import { focusTitle, NotFound, Page, Pending } from "../ui/page";
import { isTogether, loadTogether, passed, togethers, type PanelProps, type Together } from "./state";

export function TogetherPage({ id }: { id: string }) {
  const live = useLive(() => loadTogether(id), id);
  const together = togethers.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (sessions.value[id] && !isTogether(sessions.value[id])) return <NotFound />;
  return together ? <Room together={together} /> : <Pending live={live} />;
}

function Room({ together }: PanelProps) {
  const { session, comparison } = together;
  const { id, phase, status, counts } = session;
  const help = helpAtHand.value[id];
  useEffect(() => {
    // Only an answer takes the day to look back from the list.
    void markSeen(id, ...TOGETHER_ITEMS.filter((type) => type !== "follow_up_due"));
  }, [counts.pending]);
  return (
    <Page title={titleOf(session)} class="narrow together">
      <Tabs session={session} here="together" />
      <Turn session={session} statement={null} />
      {help && <HelpCard help={help} />}
      {session.care && <Care session={session} onGoOn={focusTitle} />}
      <Panel together={together} />
      {phase && status !== "ENDED" && comparison && (
        <details class="card">
          <summary>{t("comparison.title")}</summary>
          <Comparison lists={comparison} session={session} />
        </details>
      )}
      <Closing session={session} />
      <Breath session={session} />
    </Page>
  );
}

function titleOf({ status, phase, partner: { name } }: Together["session"]): string {
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
