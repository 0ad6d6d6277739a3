import { expect, test } from "vitest";
import { api, ApiError, randomUuid, signedOutAnswers } from "../src/api/client";
import { Away, refusal, serve } from "./server";

test("an answer is its data", async () => {
  serve({ "GET /me": { name: "Alice" } });
  expect(await api.get("/me")).toEqual({ name: "Alice" });
});

test("a refusal has its code, its words and its fields", async () => {
  const fields = [{ field: "email", message: "This is no address." }];
  serve({ "POST /auth/register": refusal(422, "VALIDATION_ERROR", { fields }) });
  const error = await api.post("/auth/register", {}).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", message: "This is VALIDATION_ERROR.", details: { fields } });
});

test("an answer that nobody can read is an error with words", async () => {
  serve({ "GET /me": new Response("<html>", { status: 502 }) });
  await expect(api.get("/me")).rejects.toMatchObject({ code: "INTERNAL", message: "The server answered 502." });
});

test("asking for the same thing after no answer is the same intent, and after an answer another one", async () => {
  let isAway = true;
  const asked = serve({
    "POST /sessions": () => {
      if (isAway) throw new Away();
      return {};
    },
  });
  await expect(api.post("/sessions", { partnerName: "Bob" })).rejects.toMatchObject({ code: "NETWORK" });
  isAway = false;
  await api.post("/sessions", { partnerName: "Bob" });
  await api.post("/sessions", { partnerName: "Bob" });
  const [first, second, third] = asked.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("other words after no answer are another intent", async () => {
  const asked = serve({});
  await api.post("/sessions", { partnerName: "Bob" }).catch(() => undefined);
  await api.post("/sessions", { partnerName: "Bert" }).catch(() => undefined);
  expect(asked[0]!.key).not.toBe(asked[1]!.key);
});

test("after a server's own failure the intent stays the same", async () => {
  const asked = serve({ "POST /sessions": () => refusal(503, "UNAVAILABLE") });
  for (let time = 0; time < 2; time += 1) await api.post("/sessions", { topic: "x" }).catch(() => undefined);
  expect(asked[0]!.key).toBe(asked[1]!.key);
});

test("looking carries no key, and a sign-out elsewhere is noticed", async () => {
  const asked = serve({ "GET /me": () => refusal(401, "UNAUTHENTICATED") });
  const before = signedOutAnswers.value;
  await api.get("/me").catch(() => undefined);
  expect(asked[0]!.key).toBeNull();
  expect(signedOutAnswers.value).toBe(before + 1);
});

test("an id looks like one and comes once", () => {
  const ids = Array.from({ length: 50 }, randomUuid);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});
