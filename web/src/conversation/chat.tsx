/** One chat: what was said, what is on its way, and where to write. The conversation and the journal are both made of it. */
import { useSignal } from "@preact/signals";
import { Fragment, type ComponentChild, type ComponentChildren, type RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { useLive } from "../api/events";
import type { Message } from "../api/types";
import { t } from "../messages";
import { Pending } from "../ui/page";
import { focusNow } from "../ui/sight";
import { useTask } from "../ui/task";
import { Composer, useDraft } from "./composer";
import { Arriving, Said, StageMark, Unanswered, Unsent } from "./said";
import { awaiting, chats, isBusy, isCare, loadChat, loadEarlier, say, type Chat as ChatState, type Place } from "./state";

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
  inline?: (message: Message, messages: Message[]) => ComponentChild;
  /** The same for those who listen. */
  titleOf?: (message: Message) => string | null;
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
  return <section class="conversation" ref={section} aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>{title}</h2>
    {!chat && <Pending live={live} />}
    {chat && <>
      <Earlier place={place} chat={chat} headingId={id} />
      <Log place={place} chat={chat} canWrite={canWrite} onTakeOver={draft.takeOver} {...more} />
      {chat.messages.length === 0 && !chat.unsent && <p class="quiet">{empty}</p>}
      <Announcer chat={chat} {...more} />
      {children}
      {canWrite && <Composer
        label={label} draft={draft} waiting={waitingWords(chat)} stays={isMain}
        onSend={(text) => void say(place, text, takeStrength?.() ?? null)}
      >
        {tools}
      </Composer>}
    </>}
  </section>;
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
    if (!chats.peek()[place]?.earlier) focusNow(`#${headingId}`); // the button is gone
  }
  return <>
    {task.problem}
    <p>{task.button(t("conversation.earlier"), load)}</p>
  </>;
}

type LogProps = Omit<ChatProps, "title" | "empty" | "label" | "isMain"> & { chat: ChatState; onTakeOver: (text: string) => void };

function Log({ place, chat, canWrite, onTakeOver, onDraft, inline, isHelpInSight }: LogProps) {
  const { messages, unsent } = chat;
  const lastOwn = messages.findLast(({ role }) => role === "USER");
  const isUnanswered = lastOwn?.replyState === "FAILED" || lastOwn?.replyState === "STOPPED";
  const asked = awaiting(chat);
  return <ol>
    {messages.map((message, index) => <Fragment key={message.id}>
      {index > 0 && message.stage !== messages[index - 1]!.stage && <StageMark stage={message.stage} />}
      {inline?.(message, messages)
        ?? <Said message={message} care={isCare(message, messages) && (isHelpInSight ? "now" : "then")} onDraft={onDraft} />}
    </Fragment>)}
    {isUnanswered && canWrite && !unsent && <Unanswered key={lastOwn.id} place={place} message={lastOwn} />}
    {unsent && <Unsent key={unsent.words.key} place={place} unsent={unsent} onTakeOver={onTakeOver} />}
    {asked && <Arriving key="arriving" place={place} messageId={asked.id} />}
  </ol>;
}

// Long enough to be picked up; then the words are only where everybody finds them.
const SPOKEN_MS = 5_000;

/** Reads out what the guide says and what the partner shared, for those who listen: each once, when it is whole. */
function Announcer({ chat, titleOf }: Pick<ChatProps, "titleOf"> & { chat: ChatState }) {
  const spoken = useSignal("");
  const heardUpTo = useRef(chat.messages.at(-1)?.seq ?? 0);
  const isAnswering = awaiting(chat) !== undefined;
  const wasAnswering = useRef(isAnswering);
  const hasFailed = chat.messages.findLast(({ role }) => role === "USER")?.replyState === "FAILED";
  const fresh = chat.messages.filter(({ role, seq }) => role !== "USER" && seq > heardUpTo.current);

  useEffect(() => {
    if (isAnswering) spoken.value = t("conversation.answering");
    else if (wasAnswering.current && hasFailed) spoken.value = t("conversation.failed");
    wasAnswering.current = isAnswering;
  }, [isAnswering]);
  useEffect(() => {
    if (fresh.length === 0) return;
    heardUpTo.current = fresh.at(-1)!.seq;
    const title = (message: Message) => titleOf?.(message) ?? t("conversation.guide");
    spoken.value = fresh.map((message) => `${title(message)}: ${message.content}`).join("\n");
  }, [fresh.length]);
  useEffect(() => {
    const timer = setTimeout(() => (spoken.value = ""), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [spoken.value]);

  return <p class="visually-hidden" role="status">{spoken.value}</p>;
}

const NEAR = 80;
const HEADER = 90;

/** Keeps the end in view for as long as the reader is there, and never takes anybody away from what they are reading. */
function useScrollAlong(section: RefObject<HTMLElement | null>, chat: ChatState | undefined, startsAtEnd: boolean): void {
  const atEnd = useRef(false);
  const isLoaded = chat !== undefined;
  const hasBegun = chat !== undefined && chat.messages.length > 0;

  useLayoutEffect(() => {
    // A conversation that has begun is opened where it goes on.
    if (hasBegun && startsAtEnd) scrollToEnd(section.current);
  }, [isLoaded]);

  useLayoutEffect(() => {
    if (chat?.unsent?.sending) scrollToEnd(section.current);
  }, [chat?.unsent?.sending]);

  useEffect(() => {
    if (!isLoaded || !section.current) return;
    const whole = section.current;
    const look = () => (atEnd.current = below(whole) < NEAR);
    const growth = new ResizeObserver(() => atEnd.current && follow(whole));
    look();
    growth.observe(whole);
    growth.observe(document.body); // what stands above it may grow as well
    addEventListener("scroll", look, { passive: true });
    return () => {
      growth.disconnect();
      removeEventListener("scroll", look);
    };
  }, [isLoaded]);
}

/** A reply longer than the screen stays where it can be read from its first line. */
function follow(section: HTMLElement): void {
  const last = section.querySelector("ol > li:last-child") ?? section;
  const room = last.getBoundingClientRect().top - HEADER;
  scrollBy(0, Math.max(0, Math.min(below(section), room)));
}

function scrollToEnd(section: HTMLElement | null): void {
  if (section) scrollBy(0, below(section));
}

function below(section: HTMLElement): number {
  return Math.max(0, section.getBoundingClientRect().bottom - innerHeight);
}
