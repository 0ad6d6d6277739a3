/** What every screen is made of: a titled page that takes the focus after a navigation, and its loading and error states. */
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Live } from "../api/live";
import { t } from "../messages";
import { hasNavigated, place } from "../router";
import { sentenceFor, type Task } from "./task";

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

/** For buttons that vanish when they have been pressed, and leave nothing else to go to. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>(".page-head > h1")?.focus();
}

type PageProps = { title: string; lead?: ComponentChildren; class?: string; children?: ComponentChildren };

export function Page({ title, lead, class: kind = "", children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title]);
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article class={`page ${kind}`}>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </header>
      {children}
    </article>
  );
}

/** Shown as long as there is nothing to show: waiting, or the reason why not and a way to try again. */
export function Pending({ live }: { live: Live }) {
  if (!live.error) return <p class="pending" role="status">{t("app.loading")}</p>;
  return (
    <div class="pending">
      <p role="alert">{sentenceFor(live.error)}</p>
      <button type="button" class="button" onClick={live.retry}>{t("app.retry")}</button>
    </div>
  );
}

export function Problem({ task }: { task: Task }) {
  return task.error && <p class="problem" role="alert">{sentenceFor(task.error)}</p>;
}

export function NotFound({ text = t("notFound.text") }: { text?: string }) {
  return (
    <Page title={t("notFound.title")} lead={text} class="narrow">
      <p class="actions"><a class="button primary" href="/">{t("notFound.back")}</a></p>
    </Page>
  );
}
