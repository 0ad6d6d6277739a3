import { expect, test } from "vitest";
import { Screening } from "../src/screening/screening";
import { act, draw } from "./drawn";
import { rests, serve } from "./server";

const QUESTIONS = ["afraid", "hurt", "ending"];
const OFFERED = { offered: "BEGINNING", questions: QUESTIONS, help: null };
const OVER = { offered: null, questions: QUESTIONS, help: null };
const LINE = { name: "A line", contact: "116 123", kind: "suicide", hours: "24 hours a day", source: "", languages: ["en"], checked: null };
const HELP = { label: "suicide", region: "DE", resources: [LINE], words: null };

async function drawn(answer: object, sessionId?: string) {
  const path = sessionId ? `/sessions/${sessionId}/screening` : "/me/screening";
  const asked = serve({ [`GET ${path}`]: OFFERED, [`POST ${path}`]: answer });
  const place = await draw(sessionId ? <Screening sessionId={sessionId} /> : <Screening />);
  await act(rests);
  const press = (words: string) => act(async () => {
    [...place.querySelectorAll("button")].find((button) => button.textContent === words)?.click();
    await rests();
  });
  const posted = () => asked.filter(({ method }) => method === "POST").map(({ body }) => body);
  return { place, press, posted };
}

function choose(place: HTMLElement, name: string, value: string): Promise<void> {
  return act(async () => place.querySelector<HTMLInputElement>(`input[name="screening-${name}"][value="${value}"]`)?.click());
}

test("the questions are not on the screen before somebody wants them there, and all of it can be left out", async () => {
  const { place, press, posted } = await drawn(OVER);
  expect(place.textContent).toContain("Three questions, for you alone");
  expect(place.textContent).not.toContain("ending your life");
  await press("Leave this out");
  expect(posted()).toEqual([{}]);
  expect(place.textContent).toBe("");
});

test("each question has a yes, a no and a way not to say, and none has to be answered", async () => {
  const { place, press, posted } = await drawn(OVER);
  await press("Show me the questions");
  expect([...place.querySelectorAll("legend")].map((legend) => legend.textContent)).toEqual([
    "Are you afraid of the other person?", "Have they hurt you, or threatened to?", "Do you have thoughts of ending your life?",
  ]);
  expect(place.querySelectorAll("input[value=rather_not]").length).toBe(QUESTIONS.length);
  await choose(place, "afraid", "no");
  await choose(place, "ending", "rather_not");
  await press("Done");
  expect(posted()).toEqual([{ afraid: "no", ending: "rather_not" }]);
  expect(place.textContent).toBe("");
});

test("before there is a session a yes brings help, with a quiet way out", async () => {
  const { place, press } = await drawn({ ...OVER, help: HELP });
  await press("Show me the questions");
  await choose(place, "ending", "yes");
  await press("Done");
  expect(place.textContent).toContain("116 123");
  expect(place.textContent).toContain("Leave this page quietly");
  await press("All right");
  expect(place.textContent).toBe("");
});

test("in a session help and care are drawn where they always are", async () => {
  const { place, press, posted } = await drawn({ ...OVER, help: HELP }, "one");
  await press("Show me the questions");
  await choose(place, "hurt", "yes");
  await press("Done");
  expect(posted()).toEqual([{ hurt: "yes" }]);
  expect(place.textContent).toBe("");
});

test("where nothing is offered, nothing is drawn", async () => {
  serve({ "GET /me/screening": OVER });
  const place = await draw(<Screening />);
  await act(rests);
  expect(place.textContent).toBe("");
});
