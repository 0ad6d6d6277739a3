/** The write coach, on the whole screen: a talk about the words, until there are some that fit; and the last look before they go. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, ApiError, asApiError, randomUuid, stream } from "../api/client";
import type { CoachTurn, ConcernKind, Help, Suggestion, WordsAnswer } from "../api/types";
import { ComposerRow } from "../conversation/composer";
import { HelpCard } from "../help/help";
import { t } from "../messages";
import { act, may, type Session, type SessionProps } from "../session/state";
import { Counted } from "../ui/form";
import { QuickExit } from "../ui/page";
import { useModal } from "../ui/sight";
import { Button, Confirm, sentenceFor, useQuestion, useTask, type Task } from "../ui/task";

type CoachProps = SessionProps & { suggestion: Suggestion; onEdit: (words: string) => void; onShared: () => void; onClose: () => void };

export function Coach({ session, suggestion, onEdit, onShared, onClose }: CoachProps) {
  const dialog = useModal();
  const talk = useTalk(session.id);
  const task = useTask();
  const { name } = session.partner;
  const { suggestedContent, offerId } = suggestion;
  const lastLook = useLastLook(session, task, share);
  const closing = useQuestion(useTask(), async () => onClose(), {
    title: t("coach.closeTitle"), text: t("coach.closeText"), yes: t("coach.closeConfirm"), no: t("coach.goBack"),
  });
  function ask(event: Event): void {
    event.preventDefault();
    if (talk.said.peek().length > 0) closing.ask();
    else onClose();
  }
  async function share(finalContent: string): Promise<void> {
    await act(session.id, "reconciler/refinement-chat/finalize", { finalContent, offerId });
    onShared();
  }
  const lastHelp = talk.said.value.findLast(({ help }) => help); // once is enough
  const proposal = (title: string, words: string) => <figure class="draft">
    <figcaption>{title}</figcaption>
    <blockquote dir="auto">{words}</blockquote>
    <p class="actions">
      {may(session, "SHARE") && (
        <Button kind="primary" aria-disabled={task.busy} onClick={() => lastLook.show(words)}>{t("coach.share")}</Button>
      )}
      <Button onClick={() => onEdit(words)}>{t("coach.edit")}</Button>
    </p>
  </figure>;
  return <dialog
    ref={dialog} class="coach" aria-labelledby="coach-title" onCancel={ask}
    onClose={(event) => event.target === dialog.current && onClose()}
  >
    <div class="drawer-head">
      <h2 id="coach-title">{t("coach.title")}</h2>
      <Button kind="quiet" onClick={ask}>{t("coach.close")}</Button>
      <QuickExit />
    </div>
    <p class="hint">{t("coach.private")}</p>
    <ol class="talk">
      <Line who={t("coach.name")} own={false} text={t("coach.greeting", { name })}>
        {suggestedContent && proposal(t("coach.suggestion"), suggestedContent)}
      </Line>
      {talk.said.value.map((one, index) => (
        <Line key={index} who={t(isOwn(one) ? "conversation.you" : "coach.name")} own={isOwn(one)} text={spokenPart(one)}>
          {one.proposed && proposal(t("coach.proposed"), one.proposed)}
          {one.help && one === lastHelp && <HelpCard help={one.help} />}
        </Line>
      ))}
      {talk.arriving.value !== null && (
        <Line who={t("coach.name")} own={false} text={talk.arriving.value}><p class="answering">{t("coach.answering")}</p></Line>
      )}
    </ol>
    <p class="visually-hidden" role="status">{spoken(talk)}</p>
    {talk.error.value && <Failed talk={talk} />}
    {task.problem}
    {talk.isFull ? <p class="hint">{t("coach.full")}</p> : <Say talk={talk} />}
    {lastLook.dialog}
    {closing.dialog}
  </dialog>;
}

function isOwn({ role }: Said): boolean {
  return role === "user";
}

/** The whole answer once, for those who listen. */
function spoken({ said, arriving }: Talk): string {
  const last = said.value.at(-1);
  if (arriving.value !== null) return t("coach.answering");
  return last && !isOwn(last) ? [spokenPart(last), last.proposed && `${t("coach.proposed")}: ${last.proposed}`].filter(Boolean).join("\n") : "";
}

function Line({ who, own, text, children }: { who: string; own: boolean; text: string; children?: ComponentChildren }) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: "nearest" }), [text]);
  return <li ref={line} class={`said ${own ? "mine" : "coach-said"}`}>
    <div class="bubble">
      <p class="said-head"><span>{who}</span></p>
      {text && <p class="said-text" dir="auto">{text}</p>}
      {children}
    </div>
  </li>;
}

function Failed({ talk }: { talk: Talk }) {
  const { code } = talk.error.value!;
  const words = code === "ENGINE_UNAVAILABLE" ? t("coach.failed") : sentenceFor(talk.error.value!);
  return <div class="problem" role="alert">
    <p>{words}</p>
    <Button onClick={talk.retry}>{t("app.retry")}</Button>
  </div>;
}

function Say({ talk }: { talk: Talk }) {
  const text = useSignal(""); // in memory alone, like the rest of the talk
  const words = text.value.trim();
  const isReady = words !== "" && [...words].length <= LIMIT && talk.arriving.value === null && !talk.error.value;
  function send(): void {
    if (!isReady) return;
    text.value = "";
    talk.say(words);
  }
  return <ComposerRow
    id="coach-words" label={t("coach.label")} text={text.value} isReady={isReady}
    onWrite={(written) => (text.value = written)} onSend={send}
  >
    <Counted text={words} limit={LIMIT} />
  </ComposerRow>;
}

/** The server takes this many turns, the last of them the person's. */
const MOST_TURNS = 40;
const LIMIT = 4_000;

type Said = CoachTurn & { proposed?: string; help?: Help };
type Complete = { response: string; proposedContent?: string; help?: Help | null };

type Talk = ReturnType<typeof useTalk>;

/** It lives in these signals and nowhere else: neither on the server nor on the device. */
function useTalk(sessionId: string) {
  const said = useSignal<Said[]>([]);
  const arriving = useSignal<string | null>(null); // what has come of the answer; null when none is on its way
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
      [arriving.value, error.value] = [null, asApiError(failure)];
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
function spokenPart({ content }: Said): string {
  return content.replace(/<content>[^]*<\/content>/, "").trim();
}

/** The exact words once more before they go, with a word on what in them may hurt. The last word is the writer's. */
export function useLastLook({ id, partner: { name } }: Session, task: Task, onYes: (words: string) => Promise<void>) {
  const words = useSignal<string | null>(null);
  const concern = useSignal<ConcernKind | null>(null);
  async function look(content: string): Promise<void> {
    const answer = await api.post<WordsAnswer>(`/sessions/${id}/empathy/last-look`, { content });
    if (words.peek() === content) concern.value = answer.concern;
  }
  function show(content: string): void {
    [words.value, concern.value] = [content, null];
    void look(content).catch(asApiError); // without an answer there is nothing to point out
  }
  const going = words.value;
  const dialog = going !== null && <Confirm
    title={t("lastLook.title", { name })} text={t("lastLook.text", { name })} words={going} tone="primary"
    note={concern.value && t(`lastLook.concern.${concern.value}`, { name })} yes={t("lastLook.yes")} no={t("lastLook.no")}
    onYes={() => task.run(() => onYes(going))} onNo={() => (words.value = null)}
  />;
  return { show, dialog };
}
