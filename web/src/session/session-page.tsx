import { useLive } from "../api/live";
import type { Session } from "../api/types";
import { Conversation } from "../conversation/conversation";
import { useStatement } from "../empathy/draft";
import { GuideNotice } from "../guide/about";
import { t } from "../messages";
import { Page, Pending } from "../ui/page";
import { Breath } from "./breath";
import { SessionGone } from "./gone";
import { StageRail } from "./stage-rail";
import { loadSession, sessions } from "./state";
import { Tabs } from "./tabs";
import { focusTurn, Turn } from "./turn";

export function SessionPage({ id }: { id: string }) {
  const live = useLive(() => loadSession(id), id);
  const session = sessions.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  return session ? <Room session={session} /> : <Pending live={live} />;
}

function Room({ session }: { session: Session }) {
  const statement = useStatement(session);
  return (
    <Page
      title={session.status === "ENDED" ? t("session.ended") : t("session.title", { name: session.partner.name })}
      {...(session.topic && { lead: t("session.topic", { topic: session.topic }) })}
      class="session"
    >
      {session.status !== "ENDED" && (
        <>
          <p class={`presence ${session.partner.joined ? "joined" : ""}`} role="status">{partnerStanding(session)}</p>
          <StageRail me={session.me} />
        </>
      )}
      <Tabs session={session} here="chat" />
      <Turn session={session} statement={statement} />
      {session.status !== "ENDED" && <GuideNotice onPutAway={focusTurn} />}
      <Conversation session={session} statement={statement} />
      <Breath session={session} />
    </Page>
  );
}

function partnerStanding({ partner, paused, invitation }: Session): string {
  const { name, joined, stage } = partner;
  if (invitation?.status === "DECLINED") return t("partner.declined", { name });
  if (invitation?.status === "EXPIRED") return t("partner.expired", { name });
  if (!joined) return t("partner.invited", { name });
  if (paused.byPartner) return t("partner.paused", { name });
  if (!stage) return t("partner.arrived", { name });
  return t(stage === 1 ? "partner.signed" : "partner.heard", { name });
}
