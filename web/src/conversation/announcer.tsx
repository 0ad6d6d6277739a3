/** Reads out what the guide says and what the partner shared, for those who listen: each once, when it is whole. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Message } from "../api/types";
import { t } from "../messages";
import { awaiting, type Chat } from "./state";

// Long enough to be picked up; then the words are only where everybody finds them.
const SPOKEN_MS = 5_000;

type AnnouncerProps = { chat: Chat; titleOf?: (message: Message, messages: Message[]) => string | null };

export function Announcer({ chat, titleOf }: AnnouncerProps) {
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
    const title = (message: Message) => titleOf?.(message, chat.messages) ?? t("conversation.guide");
    spoken.value = fresh.map((message) => `${title(message)}: ${message.content}`).join("\n");
  }, [fresh.length]);
  useEffect(() => {
    const timer = setTimeout(() => (spoken.value = ""), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [spoken.value]);

  return <p class="visually-hidden" role="status">{spoken.value}</p>;
}
