/** Whether something really was before somebody's eyes: in the window, in a tab that is shown, for a moment at least. */
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const A_MOMENT_MS = 700;
const HALF = 0.5;
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Calls once. What could not be told is tried again when the thing comes into view again, or the tab does. */
export function useOnScreen(element: RefObject<Element | null>, onShown: (() => Promise<unknown>) | null, subject: string): void {
  useEffect(() => {
    if (!element.current || !onShown) return;
    let timer = 0;
    let inView = false;
    const observer = new IntersectionObserver((entries) => {
      const isNow = entries.some(fills);
      if (isNow === inView) return;
      inView = isNow;
      look();
    }, { threshold: STEPS });
    function look(): void {
      clearTimeout(timer);
      if (inView && document.visibilityState === "visible") timer = window.setTimeout(tell, A_MOMENT_MS);
    }
    function tell(): void {
      onShown?.().then(stop, () => undefined);
    }
    function stop(): void {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    }
    observer.observe(element.current);
    document.addEventListener("visibilitychange", look);
    return stop;
  }, [subject, onShown === null]);
}

/** Half of it, or as much as half of the window: of long words more is never there at once. */
function fills({ isIntersecting, intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  return isIntersecting && (intersectionRatio >= HALF || intersectionRect.height >= innerHeight * HALF);
}
