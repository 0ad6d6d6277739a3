/**
 * Leaves at once: the page goes blank, then a neutral one takes its place in the history. Older entries of ours cannot be
 * removed from the history, so a page reached with the Back button afterwards sends the person on again.
 */
import { t } from "../messages";
import { forgetWords } from "./kept";

const NEUTRAL = "https://www.wikipedia.org/";
const LEFT = "left";

export function QuickExit({ words = t("app.quickExit") }: { words?: string }) {
  return <button type="button" class="button quick-exit" onClick={leave}>{words}</button>;
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
