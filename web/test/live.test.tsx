import { expect, test } from "vitest";
import { refreshAll, useLive } from "../src/api/events";
import { act, erase, use } from "./drawn";
import { rests } from "./server";

test("what is on screen is loaded anew, one at a time, and whoever asks waits for a whole turn", async () => {
  const waiting: (() => void)[] = [];
  let loads = 0;
  const { place } = await use(() => useLive(() => {
    loads += 1;
    return new Promise<void>((done) => waiting.push(done));
  }));
  expect(loads).toBe(1);
  let isFresh = false;
  const refreshed = refreshAll().then(() => (isFresh = true));
  await act(() => waiting[0]!());
  await act(rests);
  expect([loads, isFresh]).toEqual([2, false]);
  await act(() => waiting[1]!());
  await refreshed;
  expect([loads, isFresh]).toEqual([2, true]);
  await erase(place);
  await refreshAll();
  expect(loads).toBe(2);
});
