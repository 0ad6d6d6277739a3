/** One thing a person asked for: running, failed with a reason, or done. */
import { useSignal } from "@preact/signals";
import { ApiError } from "../api/client";
import { isKey, t } from "../messages";

export type Task = { busy: boolean; error: ApiError | null; run: (work: () => Promise<void>) => Promise<void> };

export function useTask(): Task {
  const busy = useSignal(false);
  const error = useSignal<ApiError | null>(null);
  async function run(work: () => Promise<void>): Promise<void> {
    if (busy.peek()) return; // a second tap while the first is on its way
    busy.value = true;
    error.value = null;
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      error.value = failure;
    } finally {
      busy.value = false;
    }
  }
  return { busy: busy.value, error: error.value, run };
}

/** The server's sentence, or ours in the person's language where we have one for its code. */
export function sentenceFor(error: ApiError): string {
  const key = `error.${error.code}`;
  return isKey(key) ? t(key as "error.NETWORK") : error.message;
}
