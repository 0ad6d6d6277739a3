/** The one way to the server: envelope in, `data` or a typed `ApiError` out; or an answer that comes bit by bit. */
import { signal } from "@preact/signals";

type FieldError = { field: string; message: string };

type ErrorBody = { code: string; message: string; details?: { fields?: FieldError[] } };

export class ApiError extends Error {
  readonly code: string;
  readonly details: { fields?: FieldError[] };

  constructor({ code, message, details = {} }: ErrorBody) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Counts the answers that said "you are not signed in"; whoever knows the person listens. */
export const signedOutAnswers = signal(0);

// A request that got no answer may still have been carried out. Asking for the very same thing again is then the same
// intent and goes out under the same key, until the server has answered something.
const unanswered = new Map<string, string>();

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = new Headers({ Accept: "application/json" });
  if (text !== undefined) headers.set("Content-Type", "application/json");
  if (method !== "GET") headers.set("Idempotency-Key", keyFor(`${method} ${path} ${text ?? ""}`));
  const answer = await send(`/api/v1${path}`, { method, headers, ...(text === undefined ? {} : { body: text }) });
  if (method !== "GET" && answer.status < 500) unanswered.clear();
  if (answer.status === 204) return undefined as T;
  return open<T>(answer);
}

async function openStream(path: string, body: unknown, key: string): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: "text/event-stream, application/json", "Content-Type": "application/json", "Idempotency-Key": key };
  const answer = await send(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (answer.ok && answer.body && answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return answer.body;
  return open(answer);
}

async function send(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch {
    throw noConnection();
  }
}

export function noConnection(): ApiError {
  return new ApiError({ code: "NETWORK", message: "The server cannot be reached." });
}

async function open<T>(answer: Response): Promise<T> {
  const envelope = await answer.json().catch(() => null);
  if (answer.ok && envelope?.success) return envelope.data as T;
  const error = new ApiError(envelope?.error ?? { code: "INTERNAL", message: `The server answered ${answer.status}.` });
  if (error.code === "UNAUTHENTICATED") signedOutAnswers.value += 1;
  throw error;
}

function keyFor(intent: string): string {
  const key = unanswered.get(intent) ?? randomUuid();
  unanswered.set(intent, key);
  return key;
}

// crypto.randomUUID is missing on plain http, where people run this at home.
export function randomUuid(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Only a refusal is part of the way; anything else is a fault of ours. */
export function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  throw failure;
}

export const api = {
  get: <T>(path: string) => call<T>("GET", path),
  post: <T>(path: string, body: unknown = {}) => call<T>("POST", path, body),
  patch: <T>(path: string, body: unknown) => call<T>("PATCH", path, body),
  put: <T>(path: string, body: unknown) => call<T>("PUT", path, body),
  delete: <T = void>(path: string, body?: unknown) => call<T>("DELETE", path, body),
};

export type StreamEvent = { event: string; data: unknown };

/**
 * Server-sent events of a single POST: the browser's EventSource can only GET, so the few lines of the format are read here.
 * Whoever asks brings the key: it belongs to the words, which may outlive this page.
 */
export async function* stream(path: string, body: unknown, key: string): AsyncGenerator<StreamEvent> {
  const reader = (await openStream(path, body, key)).getReader();
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
    for (const block of blocks) yield readEvent(block);
  }
}

function readEvent(block: string): StreamEvent {
  const lines = block.split("\n");
  const valueOf = (field: string) => lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).trimStart());
  return { event: valueOf("event:")[0] ?? "message", data: JSON.parse(valueOf("data:").join("\n") || "null") };
}
