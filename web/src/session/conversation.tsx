import { useLive } from "../api/live";
import type { Message } from "../api/types";
import { formatMoment, t } from "../messages";
import { Logo } from "../ui/icons";
import { Pending } from "../ui/page";
import { loadMessages, messages } from "./state";

export function Conversation({ sessionId }: { sessionId: string }) {
  const live = useLive(() => loadMessages(sessionId), sessionId);
  const said = messages.value[sessionId];
  return (
    <section class="conversation" aria-labelledby="conversation">
      <h2 id="conversation">{t("conversation.title")}</h2>
      {!said && <Pending live={live} />}
      <div role="log" aria-labelledby="conversation">
        <ol>{said?.map((message) => <Said key={message.id} message={message} />)}</ol>
      </div>
      {said?.length === 0 && <p class="quiet">{t("conversation.empty")}</p>}
    </section>
  );
}

function Said({ message: { role, content, createdAt } }: { message: Message }) {
  const own = role !== "AI";
  return (
    <li class={own ? "said mine" : "said guide"}>
      {!own && <Logo class="said-logo" />}
      <div class="bubble">
        <p class="said-head">
          <span>{own ? t("conversation.you") : t("conversation.guide")}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
        <p class="said-text" dir="auto">{content}</p>
      </div>
    </li>
  );
}
