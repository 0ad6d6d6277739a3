import { expect, test } from "vitest";
import { loadMe, me, saveMe } from "../src/identity/state";
import { rests, serve } from "./server";

test("an answer that was on its way while something was saved does not undo it", async () => {
  let arrive = (): void => undefined;
  const late = new Promise<void>((done) => (arrive = done));
  serve({
    "GET /me": async () => {
      await late;
      return Response.json({ success: true, data: { user: { id: "alice", locale: null } } });
    },
    "PATCH /me": { user: { id: "alice", locale: "de" } },
  });
  const loading = loadMe();
  await saveMe({ locale: "de" });
  arrive();
  await loading;
  await rests();
  expect(me.value?.locale).toBe("de");
});

test("what was changed on another device is there once it is asked for", async () => {
  serve({ "GET /me": { user: { id: "alice", locale: "en" } } });
  await loadMe();
  expect(me.value?.locale).toBe("en");
});
