/** One chat: what was said, what is on its way, and where to write. The conversation and the journal are both made of it. */
import { Fragment, type ComponentChild, type ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useLive } from "../api/live";
import type { Message } from "../api/types";
import { t } from "../messages";
import { Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { Announcer } from "./announcer";
import { Composer, useDraft } from "./composer";
import { Arriving, Said, StageMark, Unanswered, Unsent } from "./said";
import { say } from "./saying";
import { useScrollAlong } from "./scrolling";
import { awaiting, chats, isBusy, isCare, loadChat, loadEarlier, type Chat as ChatState, type Place } from "./state";

type Inline = (message: Message, messages: Message[]) => ComponentChild;

type ChatProps = {
  place: Place;
  title: string;
  empty: string;
  label: string;
  canWrite: boolean;
  /** Nothing else is asked of the person: the chat opens where it goes on, and the field stays in sight. */
  isMain: boolean;
  /** How strong it is, if the person has just said so: it goes with the next message. */
  takeStrength?: () => number | null;
  /** Where a wording goes that the guide proposes. */
  onDraft?: ((text: string) => void) | undefined;
  /** How to show a message that is more than talk; null for talk. */
  inline?: Inline;
  /** The same for those who listen. */
  titleOf?: (message: Message, messages: Message[]) => string | null;
  /** In care the lines are beside the chat, so no message needs to lead to them. */
  isHelpInSight?: boolean;
  tools?: ComponentChildren;
  children?: ComponentChildren;
};

export function Chat({ place, title, empty, label, canWrite, isMain, takeStrength, tools, children, ...more }: ChatProps) {
  const live = useLive(() => loadChat(place), place);
  const chat = chats.value[place];
  const draft = useDraft(place);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  useScrollAlong(section, chat, isMain);
  return (
    <section class="conversation" ref={section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>{title}</h2>
      {!chat && <Pending live={live} />}
      {chat && (
        <>
          <Earlier place={place} chat={chat} headingId={id} />
          <Log place={place} chat={chat} canWrite={canWrite} onTakeOver={draft.takeOver} {...more} />
          {chat.messages.length === 0 && !chat.unsent && <p class="quiet">{empty}</p>}
          <Announcer chat={chat} {...more} />
          {children}
          {canWrite && (
            <Composer
              label={label} draft={draft} waiting={waitingWords(chat)} stays={isMain}
              onSend={(text) => void say(place, text, takeStrength?.() ?? null)}
            >
              {tools}
            </Composer>
          )}
        </>
      )}
    </section>
  );
}

function waitingWords(chat: ChatState): string {
  if (!isBusy(chat)) return "";
  return t(chat.unsent && !chat.unsent.sending ? "composer.unsent" : "composer.waiting");
}

function Earlier({ place, chat, headingId }: { place: Place; chat: ChatState; headingId: string }) {
  const task = useTask();
  if (!chat.earlier) return null;
  async function load(): Promise<void> {
    await loadEarlier(place);
    if (!chats.peek()[place]?.earlier) document.getElementById(headingId)?.focus(); // the button is gone
  }
  return (
    <>
      <Problem task={task} />
      <p>
        <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(load)}>{t("conversation.earlier")}</button>
      </p>
    </>
  );
}

type LogProps = Pick<ChatProps, "place" | "canWrite" | "onDraft" | "inline" | "isHelpInSight"> & { chat: ChatState; onTakeOver: (text: string) => void };

function Log({ place, chat, canWrite, onTakeOver, onDraft, inline, isHelpInSight }: LogProps) {
  const { messages, unsent } = chat;
  const lastOwn = messages.findLast(({ role }) => role === "USER");
  const isUnanswered = lastOwn?.replyState === "FAILED" || lastOwn?.replyState === "STOPPED";
  const asked = awaiting(chat);
  return (
    <ol>
      {messages.map((message, index) => (
        <Fragment key={message.id}>
          {index > 0 && message.stage !== messages[index - 1]!.stage && <StageMark stage={message.stage} />}
          {inline?.(message, messages) ?? <Said message={message} care={isCare(message, messages) && (isHelpInSight ? "now" : "then")} onDraft={onDraft} />}
        </Fragment>
      ))}
      {isUnanswered && canWrite && !unsent && <Unanswered key={lastOwn.id} place={place} message={lastOwn} />}
      {unsent && <Unsent key={unsent.words.key} place={place} unsent={unsent} onTakeOver={onTakeOver} />}
      {asked && <Arriving key="arriving" place={place} messageId={asked.id} />}
    </ol>
  );
}
