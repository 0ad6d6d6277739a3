/** What every screen is made of: a titled page that takes the focus after a navigation, and its loading and error states. */
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Live } from "../api/events";
import { t } from "../messages";
import { hasNavigated, place } from "../router";
import { forgetWords } from "./kept";
import { useTakesFocus } from "./sight";
import { Button, sentenceFor } from "./task";

const NOTICE_MS = 8_000;

/** A sentence about what was just done; it is read out, and stays a while or until the next navigation. */
export const notice = signal("");

export function startNotices(): void {
  effect(() => {
    place.value;
    notice.value = "";
  });
  effect(() => {
    if (!notice.value) return;
    const timer = setTimeout(() => (notice.value = ""), NOTICE_MS);
    return () => clearTimeout(timer);
  });
}

type PageProps = { title: string; lead?: ComponentChildren; class?: string; children?: ComponentChildren };

export function Page({ title, lead, class: kind = "", children }: PageProps) {
  const heading = useTakesFocus(hasNavigated, { preventScroll: true });
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title]);
  return <article class={`page ${kind}`}>
    <header class="page-head">
      <h1 ref={heading} tabIndex={-1}>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
    {children}
  </article>;
}

/** Shown as long as there is nothing to show: waiting, or the reason why not and a way to try again. */
export function Pending({ live }: { live: Live }) {
  if (!live.error) return <p class="pending" role="status">{t("app.loading")}</p>;
  return <div class="pending">
    <p role="alert">{sentenceFor(live.error)}</p>
    <Button onClick={live.retry}>{t("app.retry")}</Button>
  </div>;
}

export function NotFound({ text = t("notFound.text") }: { text?: string }) {
  return <Page title={t("notFound.title")} lead={text} class="narrow">
    <p class="actions"><a class="button primary" href="/">{t("notFound.back")}</a></p>
  </Page>;
}

/** Somebody's words, and whose they are. */
export function Quoted({ title, words, class: kind = "quotation" }: { title: ComponentChildren; words: string; class?: string }) {
  return <figure class={kind}>
    <figcaption>{title}</figcaption>
    <blockquote dir="auto">{words}</blockquote>
  </figure>;
}

export function Promises({ words }: { words: string[] }) {
  return <ul class="promises">{words.map((one) => <li key={one}>{one}</li>)}</ul>;
}

const NEUTRAL = "https://www.wikipedia.org/";
const LEFT = "left";

/**
 * Leaves at once: the page goes blank, then a neutral one takes its place in the history. Older entries of ours cannot be
 * removed from the history, so a page reached with the Back button afterwards sends the person on again.
 */
export function QuickExit({ words = t("app.quickExit") }: { words?: string }) {
  return <Button kind="quick-exit" onClick={leave}>{words}</Button>;
}

function leave(): void {
  document.body.hidden = true;
  document.title = "";
  forgetWords();
  sessionStorage.setItem(LEFT, "yes");
  location.replace(navigator.onLine ? NEUTRAL : "about:blank");
}

export function startQuickExit(): void {
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type !== "back_forward") sessionStorage.removeItem(LEFT);
  stayAway();
  addEventListener("pageshow", stayAway); // a page kept in the browser's memory runs no script but this
}

function stayAway(): void {
  if (sessionStorage.getItem(LEFT)) leave();
}

/** The sign of the product: two speech bubbles and what they have in common. */
export function Logo({ class: kind = "logo" }: { class?: string }) {
  return <svg class={kind} viewBox="6 12 52 40" aria-hidden="true" focusable="false">
    <path class="logo-theirs" d="M40 15a17 17 0 1 0 0 34 17 17 0 0 0 7-1.5l7 3-2-7A17 17 0 0 0 40 15Z" />
    <path class="logo-mine" d="M24 15a17 17 0 1 1 0 34 17 17 0 0 1-7-1.5l-7 3 2-7A17 17 0 0 1 24 15Z" />
    <path class="logo-common" d="M32 17a17 17 0 0 1 0 30 17 17 0 0 1 0-30Z" />
  </svg>;
}

export function SettingsIcon() {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M3 7h8m6 0h4M3 17h4m6 0h8" />
    <circle cx="14" cy="7" r="2.5" />
    <circle cx="10" cy="17" r="2.5" />
  </svg>;
}
