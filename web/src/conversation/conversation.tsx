/** The conversation in the session: the chat, what comes up in it and is only for the one who reads it, and the private journal. */
import { useEffect, useRef } from "preact/hooks";
import { OfferCard } from "../empathy/offer";
import { StatementPanel, type Statement } from "../empathy/statement";
import { inlineOf, LateValidation, titleOf } from "../empathy/validation";
import { HelpCard, isNoticed, Lines } from "../help/help";
import { t } from "../messages";
import { navigate } from "../router";
import { act, helpAtHand, isTogether, may, type SessionProps } from "../session/state";
import { notice, Page, Promises, QuickExit } from "../ui/page";
import { focusNow, focusOn, handOverFocus, TITLE, TURN } from "../ui/sight";
import { Button, useTask, type Task } from "../ui/task";
import { Chat } from "./chat";
import { Barometer, useStrength } from "./composer";
import { FeelHeard } from "./feel-heard";
import { chats, goOnWithoutPause, notes, pauseSuggested, suggestPauseIn, type Place } from "./state";

export function Conversation({ session, statement }: SessionProps & { statement: Statement }) {
  const { id, status, turn, paused, care } = session;
  const place: Place = `${id}/messages`;
  const strength = useStrength();
  // While the guide answers nobody may talk, but everybody may write.
  const canWrite = may(session, "TALK") || (turn.kind === "GUIDE" && status !== "ENDED");
  // Where something else is asked, the page opens with that.
  const isMain = isNoticed.value && !isTogether(session) && !paused.byMe && !paused.byPartner && !may(session, "SIGN_COMPACT");
  return <Chat
    place={place} title={t("conversation.title")} empty={t("conversation.empty")} label={t("composer.label")}
    canWrite={canWrite} isMain={isMain} isHelpInSight={care !== null}
    takeStrength={strength.take} tools={!care && <Barometer sessionId={id} strength={strength} />}
    onDraft={statement.writing ? statement.takeOver : undefined}
    inline={(message, messages) => inlineOf(message, messages, session)}
    titleOf={(message) => titleOf(message, session)}
  >
    <div class="moments" role="status">
      {helpAtHand.value[id] && !care && <HelpCard help={helpAtHand.value[id]} />}
      {pauseSuggested.value[id] && !care && may(session, "PAUSE") && <PauseOffer id={id} />}
      {care && <Care session={session} onGoOn={handOverFocus} />}
    </div>
    {!care && <>
      <LateValidation session={session} messages={chats.value[place]?.messages ?? []} />
      <OfferCard session={session} />
      {may(session, "FEEL_HEARD") && turn.kind !== "GUIDE" && <FeelHeard sessionId={id} offer={offeredIn(place)} />}
    </>}
    <StatementPanel session={session} statement={statement} />
  </Chat>;
}

/** The guide's last message, if it asked whether the person feels heard. */
function offeredIn(place: Place): string | null {
  const last = chats.value[place]?.messages.at(-1);
  return last && notes.value[last.id]?.feelHeardOffered ? last.id : null;
}

function usePause(id: string): { task: Task; pause: () => Promise<void> } {
  const task = useTask();
  async function pause(): Promise<void> {
    await act(id, "pause");
    suggestPauseIn(id, false);
    if (!focusNow(TURN)) navigate(`/sessions/${id}`); // where the break is
  }
  return { task, pause };
}

function PauseOffer({ id }: { id: string }) {
  const { task, pause } = usePause(id);
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []); // it may have come up above the barometer
  function goOn(): void {
    goOnWithoutPause(id);
    handOverFocus();
  }
  return <section ref={card} class="card moment" aria-labelledby="pause-offer">
    <h3 id="pause-offer">{t("pause.title")}</h3>
    <p>{t("pause.text")}</p>
    {task.problem}
    <p class="actions">
      {task.button(t("pause.take"), pause)}
      <Button kind="quiet" onClick={goOn}>{t("pause.goOn")}</Button>
    </p>
  </section>;
}

/** Help and care on the pages beside the conversation. */
export function Support({ session }: SessionProps) {
  const help = helpAtHand.value[session.id];
  return <>{help && <HelpCard help={help} />}{session.care && <Care session={session} onGoOn={() => focusOn(TITLE)} />}</>;
}

const IN_SIGHT = 3; // so many lines leave the guide's words in sight on a phone

/** Care, for the one who is in it alone: people who can help stay in sight, what waits and why, and every way from there. */
function Care({ session, onGoOn }: SessionProps & { onGoOn: () => void }) {
  const { id, partner: { name, joined }, care } = session;
  const { task, pause } = usePause(id);
  useEffect(() => suggestPauseIn(id, false), []); // one thing at a time
  async function goOn(): Promise<void> {
    await act(id, "safety/continue");
    notice.value = t("care.continued");
    onGoOn();
  }
  return <section class={`card moment care ${care?.urgent ? "urgent" : ""}`} aria-labelledby="care">
    <h3 id="care" tabIndex={-1}>{t(care?.urgent ? "care.urgentTitle" : "care.title")}</h3>
    <Lines about={care?.about ?? null} most={IN_SIGHT} />
    {task.problem}
    <p class="actions">
      <QuickExit words={t("care.leave")} />
      {may(session, "PAUSE") && task.button(t("care.break"), pause)}
      {task.button(t("care.continue"), goOn, "quiet")}
    </p>
    <details>
      <summary>{t("care.meanwhile")}</summary>
      <p>{t(joined ? "care.waits" : "care.waitsInvitation", { name })}</p>
      {joined && <p class="hint">{t("care.breakShows", { name })}</p>}
    </details>
  </section>;
}

/** The journal beside the conversation. */
export function Thoughts({ session }: SessionProps) {
  const { id, status, care, partner: { name } } = session;
  return <Page title={t("thoughts.title")} lead={t("thoughts.lead")} class="narrow thoughts">
    <Promises words={[t("thoughts.promise1", { name }), t("thoughts.promise2"), t("thoughts.promise3")]} />
    <p class="actions"><a href={`/sessions/${id}`}>{t("thoughts.back")}</a></p>
    <Chat
      place={`${id}/inner-thoughts`} title={t("thoughts.log")} empty={t("thoughts.empty")} label={t("thoughts.label")}
      canWrite={status !== "ENDED"} isMain isHelpInSight={care !== null}
    >
      {care && <Care session={session} onGoOn={handOverFocus} />}
    </Chat>
  </Page>;
}
