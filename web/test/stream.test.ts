import { expect, test } from "vitest";
import { stream, type StreamEvent } from "../src/api/client";
import { event, eventStream, refusal, serve } from "./server";

async function heard(): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const one of stream("/say", {}, "key")) found.push(one);
  return found;
}

test("events are whole however the network cuts them", async () => {
  const text = event("metadata", { seq: 1 }) + event("chunk", { text: "Grüße, ☕" });
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    serve({ "POST /say": new Response(body, { headers: { "Content-Type": "text/event-stream" } }) });
    expect(await heard()).toEqual([
      { event: "metadata", data: { seq: 1 } },
      { event: "chunk", data: { text: "Grüße, ☕" } },
    ]);
  }
});

test("an event that was cut off is none", async () => {
  serve({ "POST /say": eventStream(event("metadata", {}), "event: chunk\ndata: {") });
  expect(await heard()).toEqual([{ event: "metadata", data: {} }]);
});

test("a refusal comes instead of a stream", async () => {
  serve({ "POST /say": refusal(409, "REPLY_PENDING") });
  await expect(heard()).rejects.toMatchObject({ code: "REPLY_PENDING" });
});
