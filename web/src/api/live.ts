/** Keeps what is on screen fresh: loads on mount, again on every event and reconnection, one request at a time. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError } from "./client";
import { onChange } from "./events";

export type Live = { error: ApiError | null; retry: () => void };

export function useLive(load: () => Promise<unknown>, subject = ""): Live {
  const error = useSignal<ApiError | null>(null);
  const attempt = useSignal(0);
  useEffect(() => {
    error.value = null;
    const refresh = oneAtATime(load, (failure) => (error.value = failure));
    refresh();
    return onChange(refresh);
  }, [subject, attempt.value]);
  return { error: error.value, retry: () => (attempt.value += 1) };
}

function oneAtATime(load: () => Promise<unknown>, report: (failure: ApiError | null) => void): () => void {
  let running = false;
  let again = false;
  return async function refresh(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        report(await load().then(() => null, asApiError));
      }
    } finally {
      running = false;
    }
  };
}

function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  throw failure;
}
