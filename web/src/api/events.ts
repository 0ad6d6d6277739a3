/**
 * One event stream for the whole app. Events are not interpreted: each one, and each (re)connection, only says "fetch
 * anew what is on screen". A hidden tab holds no connection: browsers allow six per server, and coming back fetches
 * everything anyway.
 */
import { effect, signal, untracked } from "@preact/signals";

const RETRY_MS = 3_000;
const GRACE_MS = 4_000;

/** False once the connection has been away for so long that what is on screen may be old. */
export const connected = signal(navigator.onLine);

const wanted = signal(false);
const visible = signal(!document.hidden);
const online = signal(navigator.onLine);
const refreshers = new Set<() => void>();

let source: EventSource | null = null;
let retry = 0;
let grace = 0;

export function listen(on: boolean): void {
  wanted.value = on;
}

export function onChange(refresh: () => void): () => void {
  refreshers.add(refresh);
  return () => refreshers.delete(refresh);
}

export function refreshAll(): void {
  for (const refresh of refreshers) refresh();
}

function connect(): void {
  disconnect();
  source = new EventSource("/api/v1/events");
  source.onopen = () => {
    settle(true);
    refreshAll();
  };
  source.onmessage = refreshAll;
  source.onerror = () => {
    grace ||= window.setTimeout(() => settle(false), GRACE_MS);
    // The browser retries by itself after a broken stream, but gives up for good after an error answer.
    // The refresh finds out whether the reason is a sign-out on another device.
    if (source?.readyState === EventSource.CLOSED) {
      retry = window.setTimeout(connect, RETRY_MS);
      refreshAll();
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
      untracked(refreshAll);
    }
  });
}
