/** The invitation to share a little more: a card in the conversation, and a drawer with words to share, to change, or to leave. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Responded, Session } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { Counted } from "../ui/counted";
import { notice, Pending, Problem } from "../ui/page";
import { QuickExit } from "../ui/quick-exit";
import { useTask } from "../ui/task";
import { Coach } from "./coach";
import { LastLook } from "./last-look";
import { SHARE_LIMIT, useOffer, type Offer } from "./offering";
import { act, focusLatest, may } from "./state";

/** The session whose invitation is being looked at. */
export const openOffer = signal<string | null>(null);

export function isOffered(session: Session): boolean {
  return may(session, "SHARE") || may(session, "DECLINE");
}

export function OfferCard({ session }: { session: Session }) {
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
  return (
    <section class="card moment" aria-labelledby="offer-card">
      <h3 id="offer-card">{t("offer.title")}</h3>
      <p>{t("offer.cardText", { name })}</p>
      <p class="actions">
        <button type="button" class="button primary" onClick={() => (openOffer.value = id)}>{t("offer.open")}</button>
      </p>
      {openOffer.value === id && <Drawer session={session} />}
    </section>
  );
}

function Drawer({ session }: { session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isCoached = useSignal(false);
  const offer = useOffer(session.id);
  const { name } = session.partner;
  useEffect(() => dialog.current?.showModal(), []);
  function done(words: string): void {
    openOffer.value = null;
    notice.value = words;
    focusLatest();
  }
  function edit(words: string): void {
    offer.write(words);
    isCoached.value = false;
  }
  return (
    <dialog ref={dialog} class="drawer" aria-labelledby="drawer-title" onClose={() => (openOffer.value = null)}>
      <div class="drawer-head">
        <h2 id="drawer-title">{t("offer.title")}</h2>
        <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>{t("offer.close")}</button>
        <QuickExit />
      </div>
      {offer.suggestion
        ? <Words session={session} offer={offer} onCoach={() => (isCoached.value = true)} onDone={done} />
        : <Pending live={offer.live} />}
      {isCoached.value && offer.suggestion && (
        <Coach
          session={session} suggestion={offer.suggestion} onEdit={edit}
          onClose={() => (isCoached.value = false)} onShared={() => done(t("offer.shared", { name }))}
        />
      )}
    </dialog>
  );
}

type WordsProps = { session: Session; offer: Offer; onCoach: () => void; onDone: (words: string) => void };

function Words({ session, offer, onCoach, onDone }: WordsProps) {
  const { id, partner: { name } } = session;
  const { suggestion, text, write } = offer;
  const isLeaving = useSignal(false);
  const isSharing = useSignal(false);
  const task = useTask();
  const words = text.value.trim();
  const isReady = words !== "" && [...words].length <= SHARE_LIMIT;

  async function answer(action: "accept" | "decline", said: string): Promise<void> {
    const content = action === "accept" ? { content: words } : {};
    await act<Responded>(id, "empathy/share-suggestion/respond", { offerId: suggestion!.offerId, action, ...content });
    offer.forget();
    onDone(said);
  }
  async function share(): Promise<void> {
    if (isReady) await answer("accept", t("offer.shared", { name }));
  }
  return (
    <>
      <p>{suggestion!.reason}</p>
      <div class="field">
        <label for="offer-words">{t("offer.label", { name })}</label>
        <p class="hint" id="offer-hint">{t(suggestion!.suggestedContent ? "offer.hint" : "offer.none", { name })}</p>
        <textarea
          id="offer-words" rows={5} autocomplete="off" dir="auto" value={text.value} aria-describedby="offer-hint"
          onInput={(event) => write(event.currentTarget.value)}
        />
        <Counted text={words} limit={SHARE_LIMIT} />
      </div>
      <Problem task={task} />
      {!may(session, "SHARE") && <p class="hint">{t("statement.blocked")}</p>}
      <p class="actions">
        {may(session, "SHARE") && (
          <button type="button" class="button primary" aria-disabled={task.busy || !isReady} onClick={() => (isSharing.value = isReady)}>
            {t("offer.share")}
          </button>
        )}
        <button type="button" class="button" onClick={onCoach}>{t("offer.coach")}</button>
        {may(session, "DECLINE") && (
          <button type="button" class="button quiet" onClick={() => (isLeaving.value = true)}>{t("offer.notNow")}</button>
        )}
      </p>
      {isSharing.value && (
        <LastLook session={session} words={words} onYes={() => task.run(share)} onNo={() => (isSharing.value = false)} />
      )}
      {isLeaving.value && (
        <Confirm
          title={t("offer.declineTitle")} text={t("offer.declineText")} yes={t("offer.declineConfirm")} no={t("offer.goBack")}
          onYes={() => task.run(() => answer("decline", ""))} onNo={() => (isLeaving.value = false)}
        />
      )}
    </>
  );
}
