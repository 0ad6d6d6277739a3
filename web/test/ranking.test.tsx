import { beforeEach, expect, test } from "vitest";
import type { StrategyView } from "../src/api/types";
import { useOrdering } from "../src/repair/ranking";
import { keepWordsOf } from "../src/ui/kept";
import { act, erase, use } from "./drawn";

const [DINNER, WALK, TALK] = ["dinner", "walk", "talk"].map((id) => ({ id, description: `A ${id}` }) as StrategyView);
const IDEAS = [DINNER!, WALK!, TALK!];

function ids(ideas: StrategyView[]): string[] {
  return ideas.map(({ id }) => id);
}

async function ordering(ideas = IDEAS) {
  return use(() => useOrdering("one", ideas));
}

async function ranked(...ideas: StrategyView[]) {
  const list = await ordering();
  for (const idea of ideas) await act(() => list.now.add(idea));
  return list;
}

beforeEach(() => {
  localStorage.clear();
  keepWordsOf("alice");
});

test("a list begins empty and takes ideas in, last comes last", async () => {
  const list = await ordering();
  expect([list.now.ranked, ids(list.now.left)]).toEqual([[], ["dinner", "walk", "talk"]]);
  await act(() => list.now.add(WALK!));
  await act(() => list.now.add(DINNER!));
  expect([ids(list.now.ranked), ids(list.now.left)]).toEqual([["walk", "dinner"], ["talk"]]);
  expect(list.now.spoken.value).toContain("A dinner");
  expect(list.now.spoken.value).toContain("2");
});

test("an idea moves to any place, and the others close up", async () => {
  const list = await ranked(DINNER!, WALK!, TALK!);
  await act(() => list.now.move(TALK!, 0));
  expect(ids(list.now.ranked)).toEqual(["talk", "dinner", "walk"]);
  await act(() => list.now.move(TALK!, 2));
  expect(ids(list.now.ranked)).toEqual(["dinner", "walk", "talk"]);
  await act(() => list.now.move(WALK!, 0));
  expect(ids(list.now.ranked)).toEqual(["walk", "dinner", "talk"]);
});

test("what comes before the last move is drawn takes nothing of it back", async () => {
  const list = await ordering();
  await act(() => {
    const { add, move } = list.now; // of one drawing
    [DINNER!, WALK!, TALK!].forEach(add);
    move(TALK!, 1);
    move(TALK!, 0);
  });
  expect(ids(list.now.ranked)).toEqual(["talk", "dinner", "walk"]);
});

test("beyond the ends and onto itself nothing moves and nothing is said", async () => {
  const list = await ranked(DINNER!, WALK!);
  const said = list.now.spoken.value;
  for (const [idea, to] of [[DINNER!, -1], [WALK!, 2], [DINNER!, 0]] as const) await act(() => list.now.move(idea, to));
  expect(ids(list.now.ranked)).toEqual(["dinner", "walk"]);
  expect(list.now.spoken.value).toBe(said);
});

test("what is left out is said and can come back", async () => {
  const list = await ranked(DINNER!, WALK!);
  await act(() => list.now.leaveOut(DINNER!));
  expect(ids(list.now.ranked)).toEqual(["walk"]);
  expect(list.now.spoken.value).toContain("A dinner");
  await act(() => list.now.add(DINNER!));
  expect(ids(list.now.ranked)).toEqual(["walk", "dinner"]);
});

test("an order survives a reload, without the ideas that are gone", async () => {
  const list = await ranked(TALK!, DINNER!);
  await erase(list.place);
  expect(ids((await ordering()).now.ranked)).toEqual(["talk", "dinner"]);
  expect(ids((await ordering([DINNER!, WALK!])).now.ranked)).toEqual(["dinner"]);
});

test("another session has another order, and another person none", async () => {
  await ranked(TALK!);
  expect((await use(() => useOrdering("two", IDEAS))).now.ranked).toEqual([]);
  keepWordsOf("bob");
  expect((await ordering()).now.ranked).toEqual([]);
});
