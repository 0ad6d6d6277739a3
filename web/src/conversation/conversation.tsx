/** The conversation in the session: the chat, what comes up in it, and how strong it is. */
import type { Session } from "../api/types";
import type { Statement } from "../empathy/draft";
import { inlineOf, titleOf } from "../empathy/inline";
import { OfferCard } from "../empathy/offer";
import { StatementPanel } from "../empathy/statement";
import { LateValidation } from "../empathy/validation";
import { isNoticed } from "../guide/state";
import { t } from "../messages";
import { isTogether } from "../together/state";
import { Barometer, useStrength } from "./barometer";
import { Chat } from "./chat";
import { FeelHeard } from "./feel-heard";
import { Moments } from "./moments";
import { chats, notes, type Place } from "./state";

export function Conversation({ session, statement }: { session: Session; statement: Statement }) {
  const { id, status, turn, paused } = session;
  const place: Place = `${id}/messages`;
  const strength = useStrength();
  const can = (action: Session["turn"]["actions"][number]) => turn.actions.includes(action);
  // While the guide answers nobody may talk, but everybody may write.
  const canWrite = can("TALK") || (turn.kind === "GUIDE" && status !== "ENDED");
  // Where something else is asked, the page opens with that.
  const isMain = isNoticed.value && !isTogether(session) && !paused.byMe && !paused.byPartner && !can("SIGN_COMPACT");
  return (
    <Chat
      place={place} title={t("conversation.title")} empty={t("conversation.empty")} label={t("composer.label")}
      canWrite={canWrite} isMain={isMain} isHelpInSight={session.care !== null}
      takeStrength={strength.take} tools={!session.care && <Barometer sessionId={id} strength={strength} />}
      onDraft={statement.writing ? statement.takeOver : undefined}
      inline={(message, messages) => inlineOf(message, messages, session)}
      titleOf={(message, messages) => titleOf(message, messages, session)}
    >
      <Moments session={session} />
      {!session.care && (
        <>
          <LateValidation session={session} messages={chats.value[place]?.messages ?? []} />
          <OfferCard session={session} />
          {can("FEEL_HEARD") && turn.kind !== "GUIDE" && <FeelHeard sessionId={id} offer={offeredIn(place)} />}
        </>
      )}
      <StatementPanel session={session} statement={statement} />
    </Chat>
  );
}

/** The guide's last message, if it asked whether the person feels heard. */
function offeredIn(place: Place): string | null {
  const last = chats.value[place]?.messages.at(-1);
  return last && notes.value[last.id]?.feelHeardOffered ? last.id : null;
}
