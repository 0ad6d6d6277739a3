/**
 * One event stream for the whole app. Events are not interpreted: each one, and each (re)connection, only says "fetch
 * anew what is on screen". What is on screen, `useLive` knows. A hidden tab holds no connection: browsers allow six per
 * server, and coming back fetches everything anyway.
 */
import { effect, signal, untracked, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asApiError, type ApiError } from "./client";

const RETRY_MS = 3_000;
const GRACE_MS = 4_000;

/** False once the connection has been away for so long that what is on screen may be old. */
export const connected = signal(navigator.onLine);

const wanted = signal(false);
const visible = signal(!document.hidden);
const online = signal(navigator.onLine);
const refreshers = new Set<() => Promise<void>>();

let source: EventSource | null = null;
let retry = 0;
let grace = 0;

export function listen(on: boolean): void {
  wanted.value = on;
}

/** Fetches anew what is on screen. A loader must not wait for this: it would wait for itself. */
export async function refreshAll(): Promise<void> {
  await Promise.allSettled([...refreshers].map((refresh) => refresh()));
}

export type Live = { error: ApiError | null; retry: () => void };

/** Loads on mount, again on every event and reconnection, one request at a time. */
export function useLive(load: () => Promise<unknown>, subject = ""): Live {
  const error = useSignal<ApiError | null>(null);
  const attempt = useSignal(0);
  useEffect(() => {
    error.value = null;
    const refresh = oneAtATime(async () => {
      error.value = await load().then(() => null, asApiError);
    });
    refreshers.add(refresh);
    void refresh();
    return () => void refreshers.delete(refresh);
  }, [subject, attempt.value]);
  return { error: error.value, retry: () => (attempt.value += 1) };
}

/** Whoever asks while it runs waits until it has run once more: what they know of may have come too late for this time. */
function oneAtATime(load: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  async function run(): Promise<void> {
    while (again) {
      again = false;
      await load();
    }
  }
  return () => {
    again = true;
    running ??= run().finally(() => (running = null));
    return running;
  };
}

function connect(): void {
  disconnect();
  source = new EventSource("/api/v1/events");
  source.onopen = () => {
    settle(true);
    void refreshAll();
  };
  source.onmessage = () => void refreshAll();
  source.onerror = () => {
    grace ||= window.setTimeout(() => settle(false), GRACE_MS);
    // The browser retries by itself after a broken stream, but gives up for good after an error answer.
    // The refresh finds out whether the reason is a sign-out on another device.
    if (source?.readyState === EventSource.CLOSED) {
      retry = window.setTimeout(connect, RETRY_MS);
      void refreshAll();
    }
  };
}

function disconnect(): void {
  clearTimeout(retry);
  source?.close();
  source = null;
}

function settle(isConnected: boolean): void {
  clearTimeout(grace);
  grace = 0;
  connected.value = isConnected;
}

export function startEvents(): void {
  addEventListener("online", () => (online.value = true));
  addEventListener("offline", () => (online.value = false));
  document.addEventListener("visibilitychange", () => (visible.value = !document.hidden));
  effect(() => {
    if (!online.value) settle(false);
    if (wanted.value && online.value && visible.value) connect();
    else disconnect();
  });
  effect(() => {
    // Without a stream (signed out) nothing else would tell that the network is back.
    if (online.value && !wanted.value) {
      settle(true);
      void untracked(refreshAll);
    }
  });
}
