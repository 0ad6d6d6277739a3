import { expect, test } from "vitest";
import type { Session } from "../src/session/state";
import { wayTogether, wordsFor } from "../src/session/turn";

type Shape = Record<string, unknown>;

function session(more: Shape = {}): Session {
  const usual = {
    status: "ACTIVE", phase: null, partner: { name: "Bob" }, pendingActions: [],
    paused: { byMe: false, byPartner: false }, closing: { byMe: false, byPartner: false },
    turn: { kind: "YOURS", waitingFor: null, actions: [] },
    me: { stage: 2, stages: {} }, empathy: { myAttempt: null, partnerAttempt: null, actions: [] },
  };
  return { ...usual, ...more } as unknown as Session;
}

const WAITS = [
  "PARTNER_JOIN", "PARTNER_STAGE1", "PARTNER_SHARE", "PARTNER_STATEMENT", "PARTNER_VALIDATION", "PARTNER_REVISION",
  "PARTNER_NEEDS", "PARTNER_COMMON_GROUND", "PARTNER_IDEAS", "PARTNER_RANKING", "PARTNER_AGREEMENT",
];

test("whatever is waited for has words of its own that name the partner", () => {
  const texts = WAITS.map((waitingFor) => {
    const { kind, title, text } = wordsFor(session({ turn: { kind: "PARTNER", waitingFor, actions: [] } }));
    expect([kind, title.includes("Bob")], waitingFor).toEqual(["waiting", true]);
    expect(text).not.toMatch(/\{|\}/);
    return text;
  });
  expect(new Set(texts).size).toBe(WAITS.length);
});

test("a break comes before everything but the end, and one's own before the other's", () => {
  const both = { paused: { byMe: true, byPartner: true } };
  const mine = wordsFor(session({ paused: { byMe: true, byPartner: false } }));
  expect(wordsFor(session(both))).toEqual(mine);
  expect(wordsFor(session({ paused: { byMe: false, byPartner: true } })).title).toContain("Bob");
  expect(wordsFor(session({ ...both, status: "ENDED" })).title).not.toBe(mine.title);
});

test("an end both wanted reads otherwise than one that came", () => {
  const ended = wordsFor(session({ status: "ENDED" }));
  const closed = wordsFor(session({ status: "ENDED", closing: { byMe: true, byPartner: true } }));
  expect(closed.title).toBe(ended.title);
  expect(closed.text).not.toBe(ended.text);
});

test("once it is resolved it is nobody's turn until the day to look back", () => {
  expect(wordsFor(session({ status: "RESOLVED" })).kind).toBe("rest");
  expect(wordsFor(session({ status: "RESOLVED", pendingActions: [{ type: "follow_up_due" }] })).kind).toBe("yours");
});

test("an analysis that takes too long says so", () => {
  const turn = { kind: "GUIDE", waitingFor: "ANALYSIS", actions: [] };
  const soon = wordsFor(session({ turn, empathy: { myAttempt: { overdue: false }, actions: [] } }));
  const late = wordsFor(session({ turn, empathy: { myAttempt: { overdue: true }, actions: [] } }));
  expect([soon.kind, late.kind]).toEqual(["waiting", "waiting"]);
  expect(late.text).not.toBe(soon.text);
});

test("in each phase one's own turn has its own words", () => {
  const phases = ["COLLECTING", "RANKING", "REVEALING", "NEGOTIATING", "AGREED"];
  const texts = phases.map((phase) => wordsFor(session({ phase, me: { stage: 4, stages: {} } })).text);
  expect(new Set(texts).size).toBe(phases.length);
});

test("the way to what is done together is named by what waits there", () => {
  const ways = [{ status: "ENDED" }, { phase: "AGREED" }, { phase: "RANKING" }, {}].map((more) => wayTogether(session(more)));
  expect(new Set(ways).size).toBe(4);
  expect(wayTogether(session({ status: "RESOLVED" }))).toBe(wayTogether(session({ phase: "AGREED" })));
});
