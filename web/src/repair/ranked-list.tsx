/** The list one orders. A handle to drag by, arrow keys on whatever has the focus in an item, and buttons that do the same. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Strategy } from "../api/types";
import { t } from "../messages";
import { IdeaWords } from "../together/words";
import { handleOf, type Ordering } from "./ordering";

/** So near to an edge of the window the page comes along. */
const EDGE_PX = 80;
const SCROLL_PX = 12;

export function RankedList({ ordering }: { ordering: Ordering }) {
  const list = useRef<HTMLOListElement>(null);
  const dragged = useSignal<string | null>(null);
  const latest = useRef(ordering);
  latest.current = ordering;

  function drag(event: PointerEvent, idea: Strategy): void {
    if (event.button !== 0) return;
    event.preventDefault(); // no text is selected on the way
    (event.currentTarget as HTMLElement).focus();
    dragged.value = idea.id;
    const follow = ({ clientY }: PointerEvent) => {
      if (clientY < EDGE_PX || clientY > innerHeight - EDGE_PX) scrollBy(0, clientY < EDGE_PX ? -SCROLL_PX : SCROLL_PX);
      latest.current.move(idea, placeAt(clientY, idea));
    };
    const drop = (end: PointerEvent) => {
      if (end.type === "pointerup") follow(end); // where it is let go counts, though the last move was never told
      dragged.value = null;
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
    };
    // On the window: the handle itself changes its place in the page on the way.
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }
  /** As many places down as there are other items whose middle lies above the pointer. */
  function placeAt(y: number, { id }: Strategy): number {
    const others = [...list.current!.children].filter((item) => (item as HTMLElement).dataset.id !== id);
    return others.map((item) => item.getBoundingClientRect()).filter(({ top, height }) => top + height / 2 < y).length;
  }
  return (
    <>
      <p class="hint" id="ranking-how">{t("ranking.how")}</p>
      <ol class="cards ranked" ref={list}>
        {ordering.ranked.map((idea, index) => (
          <Item
            key={idea.id} idea={idea} index={index} ordering={ordering} isDragged={dragged.value === idea.id}
            onDrag={(event) => drag(event, idea)}
          />
        ))}
      </ol>
    </>
  );
}

type ItemProps = { idea: Strategy; index: number; ordering: Ordering; isDragged: boolean; onDrag: (event: PointerEvent) => void };

function Item({ idea, index, ordering: { ranked, move, leaveOut }, isDragged, onDrag }: ItemProps) {
  const words = { idea: idea.description };
  function press(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(idea, index + by);
  }
  const step = (by: -1 | 1, sign: string, label: string, isEnd: boolean) => (
    <button type="button" class="button step" aria-label={label} aria-disabled={isEnd} onClick={() => move(idea, index + by)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <li class={`card ${isDragged ? "dragged" : ""}`} data-id={idea.id} onKeyDown={press}>
      <div class="ranked-item">
        <button
          type="button" class="button handle" id={handleOf(idea)} aria-describedby="ranking-how"
          aria-label={t("ranking.item", { ...words, place: String(index + 1), count: String(ranked.length) })} onPointerDown={onDrag}
        >
          <span aria-hidden="true">{index + 1}</span>
        </button>
        <div><IdeaWords idea={idea} /></div>
      </div>
      <p class="actions">
        {step(-1, "↑", t("ranking.up", words), index === 0)}
        {step(1, "↓", t("ranking.down", words), index === ranked.length - 1)}
        <button type="button" class="button quiet" aria-label={t("ranking.leaveThis", words)} onClick={() => leaveOut(idea)}>{t("ranking.leave")}</button>
      </p>
    </li>
  );
}
