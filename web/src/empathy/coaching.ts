/** A talk with the write coach. It lives in these signals and nowhere else: neither on the server nor on the device. */
import { useSignal, type Signal } from "@preact/signals";
import { ApiError, randomUuid } from "../api/client";
import { stream } from "../api/stream";
import type { CoachTurn, Help } from "../api/types";

/** The server takes this many turns, the last of them the person's. */
const MOST_TURNS = 40;
export const COACH_LIMIT = 4_000;

export type Said = CoachTurn & { proposed?: string; help?: Help };
type Complete = { response: string; proposedContent?: string; help?: Help | null };

export type Talk = {
  said: Signal<Said[]>;
  /** What has arrived of the answer; null when none is on its way. */
  arriving: Signal<string | null>;
  error: Signal<ApiError | null>;
  isFull: boolean;
  say: (words: string) => void;
  retry: () => void;
};

export function useTalk(sessionId: string): Talk {
  const said = useSignal<Said[]>([]);
  const arriving = useSignal<string | null>(null);
  const error = useSignal<ApiError | null>(null);

  function say(words: string): void {
    said.value = [...said.peek(), { role: "user", content: words }];
    void listen();
  }
  async function listen(): Promise<void> {
    [arriving.value, error.value] = ["", null];
    try {
      for await (const { event, data } of stream(`/sessions/${sessionId}/reconciler/refinement-chat/message`, asked(), randomUuid())) {
        if (event === "chunk") arriving.value += (data as { text: string }).text;
        if (event === "complete") complete(data as Complete);
        if (event === "error") throw new ApiError(data as { code: string; message: string });
      }
      if (arriving.peek() !== null) throw new ApiError({ code: "NETWORK", message: "The answer broke off." });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      [arriving.value, error.value] = [null, failure];
    }
  }
  function asked(): { messages: CoachTurn[] } {
    return { messages: said.peek().map(({ role, content }) => ({ role, content })) };
  }
  function complete({ response, proposedContent, help }: Complete): void {
    // The coach remembers what it proposed only if it is told.
    const content = [response, proposedContent && `<content>${proposedContent}</content>`].filter(Boolean).join("\n");
    said.value = [...said.peek(), { role: "assistant", content, ...(proposedContent && { proposed: proposedContent }), ...(help && { help }) }];
    arriving.value = null;
  }
  return { said, arriving, error, isFull: said.value.length >= MOST_TURNS - 1, say, retry: () => void listen() };
}

/** What the coach said, without the words it proposed: they are shown on their own. */
export function spokenPart({ content }: Said): string {
  return content.replace(/<content>[^]*<\/content>/, "").trim();
}
