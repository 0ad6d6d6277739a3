/** Components and hooks, drawn into a page. */
import { render, type ComponentChildren } from "preact";
import { act } from "preact/test-utils";

export async function draw(what: ComponentChildren): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  await act(() => render(what, place));
  return place;
}

export async function erase(place: HTMLElement): Promise<void> {
  await act(() => render(null, place));
}

/** A hook, and what it gives after each drawing. */
export async function use<T>(hook: () => T): Promise<{ readonly now: T; place: HTMLElement }> {
  let now: T;
  function User() {
    now = hook();
    return null;
  }
  const place = await draw(<User />);
  return { get now() { return now!; }, place };
}

export { act };
