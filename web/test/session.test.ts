import { beforeEach, expect, test } from "vitest";
import { act, helpAtHand, keep, loadSession, markSeen, may, sessions, type Session } from "../src/session/state";
import { refusal, serve } from "./server";

function session(more: object = {}): Session {
  const usual = {
    id: "one", version: 1, status: "ACTIVE", phase: null, me: { stage: 3, stages: {} }, pendingActions: [],
    turn: { actions: ["PAUSE"] }, empathy: { actions: ["SHARE"] },
  };
  return { ...usual, ...more } as unknown as Session;
}

beforeEach(() => {
  sessions.value = {};
  helpAtHand.value = {};
});

test("an older answer that took the longer way changes nothing", () => {
  keep(session({ version: 2, topic: "new" }));
  keep(session({ version: 1, topic: "old" }));
  expect(sessions.value.one!.topic).toBe("new");
  keep(session({ version: 2, topic: "newer" }));
  expect(sessions.value.one!.topic).toBe("newer");
});

test("a button is there exactly when the server lists it, in the turn or in the exchange", () => {
  expect([may(session(), "PAUSE"), may(session(), "SHARE"), may(session(), "RESUME")]).toEqual([true, true, false]);
});

test("help that comes with an answer is at hand, and a refusal is a refusal", async () => {
  serve({ "POST /sessions/one/pause": { help: { label: "fear" } }, "POST /sessions/one/resume": refusal(409, "CONFLICT") });
  await act("one", "pause");
  expect(helpAtHand.value.one).toEqual({ label: "fear" });
  await expect(act("one", "resume")).rejects.toMatchObject({ code: "CONFLICT" });
});

test("one read brings all of a session, what the two do together included", async () => {
  const asked = serve({ "GET /sessions/one": { session: session({ needs: [{ id: "rest" }] }) } });
  await loadSession("one");
  expect(sessions.value.one!.needs).toEqual([{ id: "rest" }]);
  expect(asked.length).toBe(1);
});

test("only what was shown and not seen yet is marked, and a mark that does not arrive does no harm", async () => {
  const item = (type: string, itemId: string, seenAt: string | null = null) => ({ type, itemId, seenAt });
  const pendingActions = [item("share_offer", "a"), item("share_offer", "b", "2026-11-15"), item("ranking_due", "c")];
  keep(session({ pendingActions }));
  const asked = serve({});
  await markSeen("one", "share_offer");
  expect(asked.map(({ path }) => path)).toEqual(["/sessions/one/pending-actions/a/seen"]);
});
