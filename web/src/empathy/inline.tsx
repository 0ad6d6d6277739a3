/** What crossed between the two, where it happened: in the conversation, as quiet quotations. */
import type { Message, Session } from "../api/types";
import { Bubble } from "../conversation/said";
import { formatLately, t } from "../messages";
import { authorOf } from "./state";
import { Validation } from "./validation";

/** Nothing for what the guide or the member simply said. */
export function inlineOf(message: Message, messages: Message[], session: Session) {
  const title = titleOf(message, messages, session);
  if (title !== null) return <Quotation key={message.id} title={title} message={message} isMine={isMine(message, messages, session)} />;
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

function Quotation({ title, message, isMine }: { title: string; message: Message; isMine: boolean }) {
  return (
    <li class={`said crossed ${isMine ? "mine" : "theirs"}`} tabIndex={-1}>
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
