/** Keeps the end of a chat in view for as long as the reader is there, and never takes anybody away from what they are reading. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Chat } from "./state";

const NEAR = 80;
const HEADER = 90;

export function useScrollAlong(section: RefObject<HTMLElement | null>, chat: Chat | undefined, startsAtEnd: boolean): void {
  const atEnd = useRef(false);
  const isLoaded = chat !== undefined;
  const hasBegun = chat !== undefined && chat.messages.length > 0;

  useLayoutEffect(() => {
    // A conversation that has begun is opened where it goes on.
    if (hasBegun && startsAtEnd) scrollToEnd(section.current);
  }, [isLoaded]);

  useLayoutEffect(() => {
    if (chat?.unsent?.sending) scrollToEnd(section.current);
  }, [chat?.unsent?.sending]);

  useEffect(() => {
    if (!isLoaded || !section.current) return;
    const whole = section.current;
    const look = () => (atEnd.current = below(whole) < NEAR);
    const growth = new ResizeObserver(() => atEnd.current && follow(whole));
    look();
    growth.observe(whole);
    growth.observe(document.body); // what stands above it may grow as well
    addEventListener("scroll", look, { passive: true });
    return () => {
      growth.disconnect();
      removeEventListener("scroll", look);
    };
  }, [isLoaded]);
}

/** A reply longer than the screen stays where it can be read from its first line. */
function follow(section: HTMLElement): void {
  const last = section.querySelector("ol > li:last-child") ?? section;
  const room = last.getBoundingClientRect().top - HEADER;
  scrollBy(0, Math.max(0, Math.min(below(section), room)));
}

function scrollToEnd(section: HTMLElement | null): void {
  if (section) scrollBy(0, below(section));
}

function below(section: HTMLElement): number {
  return Math.max(0, section.getBoundingClientRect().bottom - innerHeight);
}
