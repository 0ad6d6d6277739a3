/** Server-sent events of a single POST. The browser's EventSource can only GET, so the few lines of the format are read here. */
import { noConnection, postForStream } from "./client";

export type StreamEvent = { event: string; data: unknown };

export async function* stream(path: string, body: unknown, key: string): AsyncGenerator<StreamEvent> {
  const reader = (await postForStream(path, body, key)).getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (true) {
    const { done, value } = await reader.read().catch(() => {
      throw noConnection();
    });
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield read(block);
  }
}

function read(block: string): StreamEvent {
  const lines = block.split("\n");
  const valueOf = (field: string) => lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).trimStart());
  return { event: valueOf("event:")[0] ?? "message", data: JSON.parse(valueOf("data:").join("\n") || "null") };
}
