/** An order in the making: what one could live with, best first. It is kept on this device; nobody else ever sees it. */
import { useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Strategy } from "../api/types";
import { t } from "../messages";
import { useKept } from "../together/kept";
import { focusOn } from "../together/state";

export type Ordering = {
  ranked: Strategy[];
  left: Strategy[];
  /** What is read out: where an idea has come to. */
  spoken: Signal<string>;
  move: (idea: Strategy, to: number) => void;
  add: (idea: Strategy) => void;
  leaveOut: (idea: Strategy) => void;
};

export function useOrdering(sessionId: string, ideas: Strategy[]): Ordering {
  const kept = useKept(`ranking:${sessionId}`, { order: "" });
  const spoken = useSignal("");
  const focused = useRef<Element | null>(null);
  const ranked = kept.values.value.order.split(",").flatMap((id) => ideas.filter((idea) => idea.id === id));
  const left = ideas.filter((idea) => !ranked.includes(idea));

  // An element that is moved in the page loses the focus. A page that scrolled to it under a dragging pointer would move the goal.
  useLayoutEffect(() => {
    const isDragged = document.querySelector(".ranked .dragged") !== null;
    if (focused.current?.isConnected) (focused.current as HTMLElement).focus({ preventScroll: isDragged });
    focused.current = null;
  }, [kept.values.value.order]);

  function write(order: Strategy[], words: string): void {
    kept.set("order", order.map(({ id }) => id).join(","));
    spoken.value = words;
  }
  function move(idea: Strategy, to: number): void {
    if (to < 0 || to >= ranked.length || ranked[to] === idea) return;
    focused.current = document.activeElement;
    const others = ranked.filter((one) => one !== idea);
    write([...others.slice(0, to), idea, ...others.slice(to)], placed(idea, to + 1, ranked.length));
  }
  function add(idea: Strategy): void {
    write([...ranked, idea], placed(idea, ranked.length + 1, ranked.length + 1));
    focusOn(handleOf(idea));
  }
  function leaveOut(idea: Strategy): void {
    write(ranked.filter((one) => one !== idea), t("ranking.leftOut", { idea: idea.description }));
    focusOn(addOf(idea));
  }
  return { ranked, left, spoken, move, add, leaveOut };
}

export function handleOf({ id }: Strategy): string {
  return `move-${id}`;
}

export function addOf({ id }: Strategy): string {
  return `add-${id}`;
}

function placed({ description }: Strategy, place: number, count: number): string {
  return t("ranking.placed", { idea: description, place: String(place), count: String(count) });
}
