/** The invitation to share a little more: a card in the conversation, and a drawer with words to share, to change, or to leave. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { Suggestion, SuggestionAnswer } from "../api/types";
import { t } from "../messages";
import { act, markSeen, may, type Session, type SessionProps } from "../session/state";
import { WordsField } from "../ui/form";
import { useText } from "../ui/kept";
import { notice, Pending, QuickExit } from "../ui/page";
import { focusLatest, useModal } from "../ui/sight";
import { Button, useQuestion, useTask } from "../ui/task";
import { Coach, useLastLook } from "./coach";

const LIMIT = 1_000;

/** The session whose invitation is being looked at. */
export const openOffer = signal<string | null>(null);

export function isOffered(session: Session): boolean {
  return may(session, "SHARE") || may(session, "DECLINE");
}

export function OfferCard({ session }: SessionProps) {
  const { id, partner: { name } } = session;
  const isThere = isOffered(session);
  useEffect(() => {
    if (!isThere && openOffer.peek() === id) {
      openOffer.value = null;
      notice.value ||= t("offer.gone"); // it ran out while it was being read
    }
  }, [isThere]);
  useEffect(() => () => void (openOffer.value = null), []);
  if (!isThere) return null;
  return <section class="card moment" aria-labelledby="offer-card">
    <h3 id="offer-card">{t("offer.title")}</h3>
    <p>{t("offer.cardText", { name })}</p>
    <p class="actions"><Button kind="primary" onClick={() => (openOffer.value = id)}>{t("offer.open")}</Button></p>
    {openOffer.value === id && <Drawer session={session} />}
  </section>;
}

function Drawer({ session }: SessionProps) {
  const dialog = useModal();
  const suggestion = useSignal<Suggestion | null>(null);
  const live = useLive(async () => {
    if (suggestion.peek()) return; // once: words must not change under the hand
    suggestion.value = (await api.get<SuggestionAnswer>(`/sessions/${session.id}/empathy/share-suggestion`)).suggestion;
    if (suggestion.peek()) void markSeen(session.id, "share_offer");
  }, session.id);
  return <dialog ref={dialog} class="drawer" aria-labelledby="drawer-title" onClose={() => (openOffer.value = null)}>
    <div class="drawer-head">
      <h2 id="drawer-title">{t("offer.title")}</h2>
      <Button kind="quiet" onClick={() => dialog.current?.close()}>{t("offer.close")}</Button>
      <QuickExit />
    </div>
    {suggestion.value ? <Offer session={session} suggestion={suggestion.value} /> : <Pending live={live} />}
  </dialog>;
}

/** What the server suggests, and what the person makes of it on this device. */
function Offer({ session, suggestion }: SessionProps & { suggestion: Suggestion }) {
  const { id, partner: { name } } = session;
  const { offerId, suggestedContent, reason } = suggestion;
  const { text, write } = useText(`offer:${id}:${offerId}`, suggestedContent ?? "");
  const isCoached = useSignal(false);
  const task = useTask();
  const words = text.value.trim();
  const isReady = words !== "" && [...words].length <= LIMIT;
  const canShare = may(session, "SHARE");
  const lastLook = useLastLook(session, task, (content) => answer({ action: "accept", content }, t("offer.shared", { name })));
  const leaving = useQuestion(task, () => answer({ action: "decline" }, ""), {
    title: t("offer.declineTitle"), text: t("offer.declineText"), yes: t("offer.declineConfirm"), no: t("offer.goBack"),
  });
  async function answer(said: { action: string; content?: string }, told: string): Promise<void> {
    await act(id, "empathy/share-suggestion/respond", { offerId, ...said });
    write("");
    finish(told);
  }
  function finish(told: string): void {
    openOffer.value = null;
    notice.value = told;
    focusLatest();
  }
  function edit(proposed: string): void {
    write(proposed);
    isCoached.value = false;
  }
  return <>
    <p>{reason}</p>
    <WordsField
      id="offer-words" label={t("offer.label", { name })} hint={t(suggestedContent ? "offer.hint" : "offer.none", { name })}
      rows={5} text={text.value} limit={LIMIT} onWrite={write}
    />
    {task.problem}
    {!canShare && <p class="hint">{t("statement.blocked")}</p>}
    <p class="actions">
      {canShare && <Button kind="primary" aria-disabled={task.busy || !isReady} onClick={() => isReady && lastLook.show(words)}>
        {t("offer.share")}
      </Button>}
      <Button onClick={() => (isCoached.value = true)}>{t("offer.coach")}</Button>
      {may(session, "DECLINE") && <Button kind="quiet" onClick={leaving.ask}>{t("offer.notNow")}</Button>}
    </p>
    {lastLook.dialog}
    {leaving.dialog}
    {isCoached.value && <Coach
      session={session} suggestion={suggestion} onEdit={edit}
      onClose={() => (isCoached.value = false)} onShared={() => finish(t("offer.shared", { name }))}
    />}
  </>;
}
