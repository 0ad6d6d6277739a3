import { expect, test } from "vitest";
import { ApiError } from "../src/api/client";
import { Form, TextField, type Values } from "../src/ui/form";
import { act, draw } from "./drawn";
import { rests } from "./server";

async function form(onSubmit: (values: Values) => Promise<void>): Promise<HTMLElement> {
  return draw(
    <Form submit="Send" onSubmit={onSubmit}>
      <TextField name="name" label="Your name" required hint="As others call you" />
      <TextField name="topic" label="Topic" />
    </Form>,
  );
}

function field(place: HTMLElement, name: string): HTMLInputElement {
  return place.querySelector(`[name=${name}]`)!;
}

async function send(place: HTMLElement): Promise<void> {
  await act(() => void place.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true })));
}

test("a field that is missing is tied to its complaint, takes the focus, and nothing is sent", async () => {
  const sent: Values[] = [];
  const place = await form(async (values) => void sent.push(values));
  await send(place);
  const name = field(place, "name");
  expect(sent).toEqual([]);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  const told = name.getAttribute("aria-describedby")!.split(" ").map((id) => place.querySelector(`[id="${id}"]`)!.textContent);
  expect(told).toHaveLength(2);
  expect(told[0]).toBe("As others call you");
  expect(told[1]).toBeTruthy();
  expect(document.activeElement).toBe(name);
  expect(field(place, "topic").hasAttribute("aria-invalid")).toBe(false);
});

test("what is written goes out without the blanks around it, and the complaint is gone", async () => {
  const sent: Values[] = [];
  const place = await form(async (values) => void sent.push(values));
  await send(place);
  field(place, "name").value = "  Alice ";
  await send(place);
  expect(sent).toEqual([{ name: "Alice", topic: "" }]);
  expect(field(place, "name").hasAttribute("aria-invalid")).toBe(false);
});

test("a second press while the first is on its way sends nothing twice", async () => {
  let sent = 0;
  let answer = (): void => undefined;
  const place = await form(() => {
    sent += 1;
    return new Promise((done) => (answer = done));
  });
  field(place, "name").value = "Alice";
  await send(place);
  await send(place);
  expect(sent).toBe(1);
  await act(() => answer());
  await send(place);
  expect(sent).toBe(2);
});

test("what the server finds wrong stands at its field, and the words stay", async () => {
  const fields = [{ field: "topic", message: "This is too long." }];
  const place = await form(async () => {
    throw new ApiError({ code: "VALIDATION_ERROR", message: "Something is not right.", details: { fields } });
  });
  field(place, "name").value = "Alice";
  field(place, "topic").value = "The move";
  await send(place);
  await act(rests);
  expect(place.querySelector("[role=alert]")!.textContent).toBeTruthy();
  expect(field(place, "topic").getAttribute("aria-invalid")).toBe("true");
  expect(place.textContent).toContain("This is too long.");
  expect(field(place, "topic").value).toBe("The move");
});
