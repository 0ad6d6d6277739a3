/** Where the focus goes when what had it is gone, and what really was before somebody's eyes. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export const TITLE = ".page-head > h1";
export const TURN = "#turn";
export const CARE = "#care";
export const COMPOSER = "#composer";
const LATEST = ".conversation ol > li:last-child";

/** At once; false where there is no such thing. */
export function focusNow(where: string, how: FocusOptions = {}): boolean {
  const found = document.querySelector<HTMLElement>(where);
  found?.focus(how);
  return found !== null;
}

/** For buttons that vanish when they have been pressed. Two frames: what the answer changed is drawn in the first. */
export function focusOn(where: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => focusNow(where)));
}

/** The newest words of the conversation take the focus when the card that was pressed is gone. */
export function focusLatest(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusNow(LATEST); // whoever has gone on to something else stays there
  }));
}

/** On a touch screen the focus in the field would only bring up the keyboard. */
export function handOverFocus(): void {
  if (hasRealKeyboard()) focusNow(COMPOSER, { preventScroll: true });
}

export function hasRealKeyboard(): boolean {
  return matchMedia("(hover: hover) and (pointer: fine)").matches;
}

/** For the heading of what has just come up. */
export function useTakesFocus<E extends HTMLElement = HTMLHeadingElement>(isWanted = true, how: FocusOptions = {}): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus(how);
  }, []);
  return element;
}

export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}

const A_MOMENT_MS = 700;
const HALF = 0.5;
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);

/**
 * Calls once it was in the window, in a tab that is shown, for a moment at least. What could not be told is tried again when the
 * thing comes into view again, or the tab does.
 */
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
