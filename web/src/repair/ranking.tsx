/** The released ideas, to be put into one's own order: by dragging, with buttons, or with the arrow keys. */
import { useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { StrategyView } from "../api/types";
import { t } from "../messages";
import { act, actThen, may, passed, type SessionProps } from "../session/state";
import { IdeaWords } from "../together/words";
import { useKept } from "../ui/kept";
import { focusOn, TURN } from "../ui/sight";
import { Button, useTask } from "../ui/task";

export function Ranking({ session }: SessionProps) {
  const ordering = useOrdering(session.id, session.pool?.strategies ?? []);
  const isChanging = useSignal(false);
  function change(): void {
    isChanging.value = true;
    focusOn("#ranking-title");
  }
  if (passed(session, "rankingsSubmitted") && !isChanging.value) {
    return <Given session={session} ordering={ordering} onChange={change} />;
  }
  return <section class="together-part" aria-labelledby="ranking-title">
    <h2 id="ranking-title" tabIndex={-1}>{t("ranking.title")}</h2>
    <p>{t("ranking.text", { name: session.partner.name })}</p>
    <section aria-labelledby="ranked">
      <h3 id="ranked">{t("ranking.mine")}</h3>
      {ordering.ranked.length === 0 ? <p class="card quiet">{t("ranking.empty")}</p> : <RankedList ordering={ordering} />}
      <p class="visually-hidden" role="status">{ordering.spoken.value}</p>
    </section>
    {ordering.left.length > 0 && <LeftOut ordering={ordering} />}
    <Submit session={session} ordering={ordering} isChanging={isChanging} />
  </section>;
}

function LeftOut({ ordering: { left, ranked, add } }: { ordering: Ordering }) {
  return <section aria-labelledby="left-out">
    <h3 id="left-out">{t(ranked.length === 0 ? "ranking.all" : "ranking.left")}</h3>
    <ul class="cards">
      {left.map((idea) => <li key={idea.id} class="card">
        <IdeaWords idea={idea} />
        <p class="actions">
          <Button id={addOf(idea)} aria-label={t("ranking.addThis", { idea: idea.description })} onClick={() => add(idea)}>
            {t("ranking.add")}
          </Button>
        </p>
      </li>)}
    </ul>
  </section>;
}

function Submit({ session, ordering, isChanging }: SessionProps & { ordering: Ordering; isChanging: Signal<boolean> }) {
  const task = useTask();
  const rankedIds = ordering.ranked.map(({ id }) => id);
  async function submit(): Promise<void> {
    if (rankedIds.length === 0) return focusOn("#ranking-title");
    const wasChanging = isChanging.peek(); // the news may be faster than the answer, and a change begun meanwhile goes on
    await act(session.id, "strategies/rank", { rankedIds });
    if (wasChanging) isChanging.value = false;
    focusOn(TURN);
  }
  return <>
    {task.problem}
    <p class="hint">{t("ranking.private")}</p>
    <p class="actions">
      {may(session, "RANK") && task.button(t("ranking.submit"), submit, "primary", { "aria-disabled": task.busy || rankedIds.length === 0 })}
      <Reopen session={session} />
    </p>
  </>;
}

export function Reopen({ session }: SessionProps) {
  const task = useTask();
  const reopen = () => actThen(TURN, session.id, "strategies/reopen");
  return may(session, "REOPEN") ? <>{task.problem}{task.button(t("ranking.reopen"), reopen, "quiet")}</> : null;
}

/** The order itself may be on another device; that it was given is known everywhere. */
function Given({ session, ordering, onChange }: SessionProps & { ordering: Ordering; onChange: () => void }) {
  return <section class="together-part" aria-labelledby="ranking-given">
    <h2 id="ranking-given">{t("ranking.given")}</h2>
    <p>{t("ranking.givenText", { name: session.partner.name })}</p>
    {ordering.ranked.length > 0 && (
      <ol class="card given">{ordering.ranked.map(({ id, description }) => <li key={id} dir="auto">{description}</li>)}</ol>
    )}
    <p class="actions">
      {may(session, "RANK") && <Button onClick={onChange}>{t("ranking.change")}</Button>}
      <Reopen session={session} />
    </p>
  </section>;
}

type Ordering = ReturnType<typeof useOrdering>;

/** An order in the making: what one could live with, best first. It is kept on this device; nobody else ever sees it. */
export function useOrdering(sessionId: string, ideas: StrategyView[]) {
  const kept = useKept(`ranking:${sessionId}`, { order: "" });
  const spoken = useSignal(""); // read out: where an idea has come to
  const focused = useRef<Element | null>(null);
  const inOrder = (order: string) => order.split(",").flatMap((id) => ideas.filter((idea) => idea.id === id));
  const now = () => inOrder(kept.values.peek().order); // a quick second hand finds what the first did, though it is not drawn yet
  const ranked = inOrder(kept.values.value.order);
  const left = ideas.filter((idea) => !ranked.includes(idea));

  // An element that is moved in the page loses the focus. A page that scrolled to it under a dragging pointer would move the goal.
  useLayoutEffect(() => {
    const isDragged = document.querySelector(".ranked .dragged") !== null;
    if (focused.current?.isConnected) (focused.current as HTMLElement).focus({ preventScroll: isDragged });
    focused.current = null;
  }, [kept.values.value.order]);

  function write(order: StrategyView[], words: string): void {
    kept.set("order", order.map(({ id }) => id).join(","));
    spoken.value = words;
  }
  function move(idea: StrategyView, to: number): void {
    const before = now();
    if (to < 0 || to >= before.length || before[to] === idea) return;
    focused.current = document.activeElement;
    const others = before.filter((one) => one !== idea);
    write([...others.slice(0, to), idea, ...others.slice(to)], placed(idea, to + 1, before.length));
  }
  function add(idea: StrategyView): void {
    const others = now().filter((one) => one !== idea);
    write([...others, idea], placed(idea, others.length + 1, others.length + 1));
    focusOn(`#${handleOf(idea)}`);
  }
  function leaveOut(idea: StrategyView): void {
    write(now().filter((one) => one !== idea), t("ranking.leftOut", { idea: idea.description }));
    focusOn(`#${addOf(idea)}`);
  }
  return { ranked, left, spoken, move, add, leaveOut };
}

const handleOf = ({ id }: StrategyView) => `move-${id}`;
const addOf = ({ id }: StrategyView) => `add-${id}`;

function placed({ description }: StrategyView, place: number, count: number): string {
  return t("ranking.placed", { idea: description, place: String(place), count: String(count) });
}

/** So near to an edge of the window the page comes along. */
const EDGE_PX = 80;
const SCROLL_PX = 12;

/** A handle to drag by, arrow keys on whatever has the focus in an item, and buttons that do the same. */
function RankedList({ ordering }: { ordering: Ordering }) {
  const list = useRef<HTMLOListElement>(null);
  const dragged = useSignal<string | null>(null);
  const latest = useRef(ordering);
  latest.current = ordering;

  function drag(event: PointerEvent, idea: StrategyView): void {
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
  function placeAt(y: number, { id }: StrategyView): number {
    const others = [...list.current!.children].filter((item) => (item as HTMLElement).dataset.id !== id);
    return others.map((item) => item.getBoundingClientRect()).filter(({ top, height }) => top + height / 2 < y).length;
  }
  return <>
    <p class="hint" id="ranking-how">{t("ranking.how")}</p>
    <ol class="cards ranked" ref={list}>
      {ordering.ranked.map((idea, index) => <Item
        key={idea.id} idea={idea} index={index} ordering={ordering} isDragged={dragged.value === idea.id}
        onDrag={(event) => drag(event, idea)}
      />)}
    </ol>
  </>;
}

type ItemProps = { idea: StrategyView; index: number; ordering: Ordering; isDragged: boolean; onDrag: (event: PointerEvent) => void };

function Item({ idea, index, ordering: { ranked, move, leaveOut }, isDragged, onDrag }: ItemProps) {
  const words = { idea: idea.description };
  function press(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(idea, index + by);
  }
  const step = (by: -1 | 1, sign: string, label: string, isEnd: boolean) => (
    <Button kind="step" aria-label={label} aria-disabled={isEnd} onClick={() => move(idea, index + by)}>
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  return <li class={`card ${isDragged ? "dragged" : ""}`} data-id={idea.id} onKeyDown={press}>
    <div class="ranked-item">
      <Button kind="handle" id={handleOf(idea)} aria-describedby="ranking-how"
        aria-label={t("ranking.item", { ...words, place: String(index + 1), count: String(ranked.length) })} onPointerDown={onDrag}
      >
        <span aria-hidden="true">{index + 1}</span>
      </Button>
      <div><IdeaWords idea={idea} /></div>
    </div>
    <p class="actions">
      {step(-1, "↑", t("ranking.up", words), index === 0)}
      {step(1, "↓", t("ranking.down", words), index === ranked.length - 1)}
      <Button kind="quiet" aria-label={t("ranking.leaveThis", words)} onClick={() => leaveOut(idea)}>{t("ranking.leave")}</Button>
    </p>
  </li>;
}
