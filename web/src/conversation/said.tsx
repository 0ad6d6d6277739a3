/** What was said, one bubble each: by the guide, by oneself, on its way, or just arriving. */
import type { ComponentChildren } from "preact";
import type { Message } from "../api/types";
import { HelpCard } from "../help/help";
import { formatLately, isKey, t } from "../messages";
import { Logo } from "../ui/page";
import { handOverFocus } from "../ui/sight";
import { Button, sentenceFor, useTask } from "../ui/task";
import { arriving, askAgain, notes, sayAgain, stopReply, takeBack, type Place, type Unsent as UnsentWords } from "./state";

type SaidProps = { message: Message; care: "now" | "then" | false; onDraft?: ((text: string) => void) | undefined };

/** In care the help lines stay in sight beside the chat; later, a message of care leads to them. */
export function Said({ message, care, onDraft }: SaidProps) {
  const { draft, help } = notes.value[message.id] ?? {};
  return <Bubble own={message.role === "USER"} text={message.content} at={message.createdAt}>
    {draft && <Draft text={draft} onTakeOver={onDraft} />}
    {help && !care ? <HelpCard help={help} /> : care === "then" && <p class="said-help"><a href="/help">{t("help.inline")}</a></p>}
  </Bubble>;
}

/** A wording the guide proposes: a quiet card under its reply, to be taken into the statement and changed, or left alone. */
function Draft({ text, onTakeOver }: { text: string; onTakeOver?: ((text: string) => void) | undefined }) {
  return <figure class="draft">
    <figcaption>{t("conversation.draftTitle")}</figcaption>
    <blockquote dir="auto">{text}</blockquote>
    {onTakeOver && <Button onClick={() => onTakeOver(text)}>{t("statement.take")}</Button>}
  </figure>;
}

/** The last thing said got no answer, or not the whole of it: the guide says so itself. */
export function Unanswered({ place, message }: { place: Place; message: Message }) {
  const task = useTask();
  function ask(): Promise<void> {
    handOverFocus(); // the button goes as soon as the guide begins
    return askAgain(place, message);
  }
  return <Bubble own={false} text={t(message.replyState === "FAILED" ? "conversation.failed" : "conversation.stopped")} kind="unanswered">
    <div class="said-more">
      {task.problem}
      {task.button(t("conversation.askAgain"), ask)}
    </div>
  </Bubble>;
}

type UnsentProps = { place: Place; unsent: UnsentWords; onTakeOver: (text: string) => void };

export function Unsent({ place, unsent: { words, sending, error }, onTakeOver }: UnsentProps) {
  async function changeFirst(): Promise<void> {
    const content = await takeBack(place);
    if (content) onTakeOver(content);
  }
  return <Bubble own text={words.content} kind={sending ? "sending" : "unsent"}>
    <div class="said-more" role="status">
      <p>{t(sending ? "conversation.sending" : "conversation.unsent")}</p>
      {error && error.code !== "NETWORK" && (
        <p class="problem">{error.code === "CONFLICT" ? t("conversation.stillAnswering") : sentenceFor(error)}</p>
      )}
      {!sending && <p class="actions">
        <Button onClick={() => void sayAgain(place)}>{t("conversation.sendAgain")}</Button>
        <Button kind="quiet" onClick={changeFirst}>{t("conversation.takeBack")}</Button>
      </p>}
    </div>
  </Bubble>;
}

/** Grows in silence: a screen reader hears the reply once, when it is whole. */
export function Arriving({ place, messageId }: { place: Place; messageId: string }) {
  const task = useTask();
  const reply = arriving.value[place];
  function stop(): Promise<void> {
    handOverFocus();
    return stopReply(place, messageId);
  }
  return <Bubble own={false} text={reply?.to === messageId ? reply.text : ""} kind="arriving">
    <div class="said-more">
      <p class="answering">{t("conversation.answering")}</p>
      {task.problem}
      {task.button(t("conversation.stop"), stop)}
    </div>
  </Bubble>;
}

/** Where a new part of the way began. */
export function StageMark({ stage }: { stage: number }) {
  const key = `stage.${stage}`;
  return isKey(key) ? <li class="stage-mark">{t(key as "stage.1")}</li> : null;
}

type BubbleProps = { own: boolean; text: string; at?: string; kind?: string; children?: ComponentChildren };

export function Bubble({ own, text, at, kind = "", children }: BubbleProps) {
  return <li class={`said ${own ? "mine" : "guide"} ${kind}`} tabIndex={-1}>
    {!own && <Logo class="said-logo" />}
    <div class="bubble">
      <p class="said-head">
        <span>{own ? t("conversation.you") : t("conversation.guide")}</span>
        {at && <time dateTime={at}>{formatLately(at)}</time>}
      </p>
      {text && <p class="said-text" dir="auto">{text}</p>}
      {children}
    </div>
  </li>;
}
