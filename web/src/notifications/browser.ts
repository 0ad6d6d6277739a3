/** This browser and its push service. */
import { ApiError } from "../api/client";
import type { Subscription } from "../api/types";

const WORKER = "/push.js";

export const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function isSubscribed(): Promise<boolean> {
  return Notification.permission === "granted" && (await current()) !== null;
}

/** Asks for permission, so it has to follow a click. */
export async function subscribe(key: string): Promise<Subscription> {
  try {
    await Notification.requestPermission(); // without it, what follows is refused
    await unsubscribe(); // what was made with another key stands in the way
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON() as unknown as Subscription;
    return { endpoint, keys };
  } catch {
    throw new ApiError({ code: "NO_PUSH", message: "This browser takes no pushes." });
  }
}

/** Gives the address that is no longer good for anything. */
export async function unsubscribe(): Promise<string | null> {
  const found = await current();
  await found?.unsubscribe();
  return found?.endpoint ?? null;
}

async function current(): Promise<PushSubscription | null> {
  if (!isSupported) return null;
  // Some browsers have all of it and still refuse, in a private window say.
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
