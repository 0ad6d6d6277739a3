/** The server as the client sees it: answers by method and path, and what it was asked. */
import { vi } from "vitest";

export type Asked = { method: string; path: string; key: string | null; body: unknown };
type Answer = unknown | ((asked: Asked) => unknown);

export class Away extends Error {}

/** Answers of the given paths, wrapped as the server wraps them; a thrown `Away` is a connection that broke. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, request: RequestInit = {}) => {
    const method = request.method ?? "GET";
    const path = url.replace("/api/v1", "");
    const asked = {
      method, path, key: new Headers(request.headers).get("Idempotency-Key"),
      body: request.body ? JSON.parse(String(request.body)) : undefined,
    };
    log.push(asked);
    const found = answers[`${method} ${path}`];
    if (found === undefined) throw new Away(`${method} ${path}`);
    const answer = await (typeof found === "function" ? found(asked) : found);
    if (answer instanceof Response) return answer;
    return Response.json({ success: true, data: answer });
  });
  return log;
}

export function refusal(status: number, code: string, details: object = {}): Response {
  return Response.json({ success: false, error: { code, message: `This is ${code}.`, details } }, { status });
}

/** A reply as it is made, cut into pieces that need not end where an event ends. */
export function eventStream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

export function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Until all that was set in motion has come to rest. */
export async function rests(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done, 0));
}
