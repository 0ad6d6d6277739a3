/** What crossed between the two, where it happened: in the conversation, as quiet quotations. */
import { useRef } from "preact/hooks";
import { api } from "../api/client";
import type { EmpathyView, Message, Session } from "../api/types";
import { Bubble } from "../conversation/said";
import { formatLately, t } from "../messages";
import { useOnScreen } from "../ui/sight";
import { Validation } from "./validation";

/** Nothing for what the guide or the member simply said. */
export function inlineOf(message: Message, messages: Message[], session: Session) {
  const title = titleOf(message, messages, session);
  if (title !== null) {
    const mine = isMine(message, messages, session);
    return <Quotation key={message.id} title={title} message={message} isMine={mine} sessionId={session.id} />;
  }
  if (message.role !== "EMPATHY_VALIDATION_PROMPT") return null;
  const isNewest = messages.findLast(({ role }) => role === message.role)?.id === message.id;
  return (
    <Bubble key={message.id} own={false} text={message.content} at={message.createdAt}>
      {isNewest && <Validation session={session} />}
    </Bubble>
  );
}

function isMine(message: Message, messages: Message[], session: Session): boolean {
  return authorOf(message, messages, session.empathy) === "mine";
}

/** Whose words these are and what they are; null for ordinary talk. */
export function titleOf(message: Message, messages: Message[], session: Session): string | null {
  const { name } = session.partner;
  const mine = isMine(message, messages, session);
  switch (message.role) {
    case "EMPATHY_STATEMENT":
      return t(mine ? "inline.myStatement" : "inline.theirStatement", { name });
    case "SHARED_CONTEXT":
      return t(mine ? "inline.myContext" : "inline.theirContext", { name });
    case "VALIDATION_FEEDBACK":
      return t("inline.feedback", { name });
    default:
      return null;
  }
}

/** Whose words a message carries: the server does not tell it yet. The partner's statement always comes right after the guide's introduction to it. */
function authorOf(message: Message, messages: Message[], { sharedContext, partnerAttempt }: EmpathyView): "mine" | "theirs" | "guide" {
  switch (message.role) {
    case "USER":
      return "mine";
    case "VALIDATION_FEEDBACK":
      return "theirs";
    case "SHARED_CONTEXT":
      return sharedContext.some(({ content }) => content === message.content) ? "theirs" : "mine";
    case "EMPATHY_STATEMENT": {
      const before = messages.find(({ seq }) => seq === message.seq - 1);
      const isTheirs = before ? before.role === "EMPATHY_REVEAL_INTRO" : message.content === partnerAttempt?.content;
      return isTheirs ? "theirs" : "mine";
    }
    default:
      return "guide";
  }
}

type QuotationProps = { title: string; message: Message; isMine: boolean; sessionId: string };

/** The other one's words count as seen once they were on screen. */
function Quotation({ title, message, isMine, sessionId }: QuotationProps) {
  const item = useRef<HTMLLIElement>(null);
  useOnScreen(item, isMine ? null : () => api.post(`/sessions/${sessionId}/messages/seen`, { seq: message.seq }), message.id);
  return (
    <li ref={item} class={`said crossed ${isMine ? "mine" : "theirs"}`} tabIndex={-1}>
      <figure class="quotation">
        <figcaption>
          <span>{title}</span>
          <time dateTime={message.createdAt}>{formatLately(message.createdAt)}</time>
        </figcaption>
        <blockquote dir="auto">{message.content}</blockquote>
      </figure>
    </li>
  );
}
