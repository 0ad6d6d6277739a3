/** Where we are, on the History API. Plain links to our own pages are caught, so views only write `<a href>`. */
import { signal } from "@preact/signals";

export type Place = { path: string; hash: string; returnTo: string | null };

export const place = signal<Place>(read());

/** False until the first navigation: the page that was opened keeps the focus where the browser put it. */
export let hasNavigated = false;

function read(): Place {
  return { path: location.pathname, hash: location.hash.slice(1), returnTo: history.state?.returnTo ?? null };
}

type Way = { replace?: boolean; returnTo?: string };

export function navigate(to: string, { replace = false, returnTo }: Way = {}): void {
  // The way back travels in the history entry, not in the address: it may carry an invitation's token.
  const state = returnTo === undefined ? null : { returnTo };
  if (replace) history.replaceState(state, "", to);
  else history.pushState(state, "", to);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  hasNavigated = true;
  place.value = read();
}

export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (click) => {
    const link = (click.target as Element).closest?.("a");
    if (!link || link.target || click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    click.preventDefault();
    navigate(link.pathname + link.hash, link.dataset.returnTo ? { returnTo: link.dataset.returnTo } : {});
  });
}
