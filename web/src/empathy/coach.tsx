/** The write coach, on the whole screen: a talk about the words, until there are some that fit. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Finalized, Session, Suggestion } from "../api/types";
import { hasRealKeyboard } from "../conversation/composer";
import { HelpCard } from "../help/resources";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Counted } from "../ui/counted";
import { Problem } from "../ui/page";
import { QuickExit } from "../ui/quick-exit";
import { sentenceFor, useTask } from "../ui/task";
import { COACH_LIMIT, spokenPart, useTalk, type Said, type Talk } from "./coaching";
import { LastLook } from "./last-look";
import { act, may } from "./state";

type CoachProps = {
  session: Session;
  suggestion: Suggestion;
  onEdit: (words: string) => void;
  onShared: () => void;
  onClose: () => void;
};

export function Coach({ session, suggestion, onEdit, onShared, onClose }: CoachProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isClosing = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const talk = useTalk(session.id);
  const task = useTask();
  const { name } = session.partner;
  const { suggestedContent, offerId } = suggestion;
  useEffect(() => dialog.current?.showModal(), []);

  function ask(event: Event): void {
    event.preventDefault();
    if (talk.said.peek().length > 0) isClosing.value = true;
    else onClose();
  }
  async function share(finalContent: string): Promise<void> {
    await act<Finalized>(session.id, "reconciler/refinement-chat/finalize", { finalContent, offerId });
    onShared();
  }
  const lastHelp = talk.said.value.findLast(({ help }) => help); // once is enough
  function shareChosen(): void {
    const words = chosen.peek();
    if (words !== null) task.run(() => share(words));
  }
  const proposal = (title: string, words: string) => (
    <Proposal title={title} words={words} canShare={may(session, "SHARE")} isBusy={task.busy} onShare={() => (chosen.value = words)} onEdit={() => onEdit(words)} />
  );
  return (
    <dialog
      ref={dialog} class="coach" aria-labelledby="coach-title" onCancel={ask}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div class="drawer-head">
        <h2 id="coach-title">{t("coach.title")}</h2>
        <button type="button" class="button quiet" onClick={ask}>{t("coach.close")}</button>
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
      <Problem task={task} />
      {talk.isFull ? <p class="hint">{t("coach.full")}</p> : <Say talk={talk} />}
      {chosen.value !== null && (
        <LastLook session={session} words={chosen.value} onYes={shareChosen} onNo={() => (chosen.value = null)} />
      )}
      {isClosing.value && (
        <Confirm
          title={t("coach.closeTitle")} text={t("coach.closeText")} yes={t("coach.closeConfirm")} no={t("coach.goBack")}
          onYes={onClose} onNo={() => (isClosing.value = false)}
        />
      )}
    </dialog>
  );
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

type LineProps = { who: string; own: boolean; text: string; children?: ComponentChildren };

function Line({ who, own, text, children }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: "nearest" }), [text]);
  return (
    <li ref={line} class={`said ${own ? "mine" : "coach-said"}`}>
      <div class="bubble">
        <p class="said-head"><span>{who}</span></p>
        {text && <p class="said-text" dir="auto">{text}</p>}
        {children}
      </div>
    </li>
  );
}

type ProposalProps = { title: string; words: string; canShare: boolean; isBusy: boolean; onShare: () => void; onEdit: () => void };

function Proposal({ title, words, canShare, isBusy, onShare, onEdit }: ProposalProps) {
  return (
    <figure class="draft">
      <figcaption>{title}</figcaption>
      <blockquote dir="auto">{words}</blockquote>
      <p class="actions">
        {canShare && <button type="button" class="button primary" aria-disabled={isBusy} onClick={onShare}>{t("coach.share")}</button>}
        <button type="button" class="button" onClick={onEdit}>{t("coach.edit")}</button>
      </p>
    </figure>
  );
}

function Failed({ talk }: { talk: Talk }) {
  const { code } = talk.error.value!;
  const words = code === "ENGINE_UNAVAILABLE" ? t("coach.failed") : sentenceFor(talk.error.value!);
  return (
    <div class="problem" role="alert">
      <p>{words}</p>
      <button type="button" class="button" onClick={talk.retry}>{t("app.retry")}</button>
    </div>
  );
}

function Say({ talk }: { talk: Talk }) {
  const text = useSignal(""); // in memory alone, like the rest of the talk
  const words = text.value.trim();
  const isReady = words !== "" && [...words].length <= COACH_LIMIT && talk.arriving.value === null && !talk.error.value;
  function send(event: Event): void {
    event.preventDefault();
    if (!isReady) return;
    text.value = "";
    talk.say(words);
  }
  return (
    <form class="composer" onSubmit={send}>
      <label for="coach-words">{t("coach.label")}</label>
      <div class="composer-row">
        <div class="composer-field" data-text={text.value}>
          <textarea
            id="coach-words" rows={1} autocomplete="off" dir="auto" value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && hasRealKeyboard() && send(event)}
          />
        </div>
        <button type="submit" class="button primary" aria-disabled={!isReady}>{t("composer.send")}</button>
      </div>
      <Counted text={words} limit={COACH_LIMIT} />
    </form>
  );
}
