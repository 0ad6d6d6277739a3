/** How the person wants to be told outside the app: what the server keeps, and what this browser and its push service do. */
import { effect } from "@preact/signals";
import { api, ApiError } from "../api/client";
import type { Preferences, PushKey, Subscription } from "../api/types";
import { me, ofViewer, saveMe } from "../identity/state";

export const preferences = ofViewer<Preferences | null>(null);

/** Whether this browser shows notes; null where it cannot, or the server does not push. */
export const isPushOn = ofViewer<boolean | null>(null);

export function startNotifications(): void {
  effect(() => {
    if (me.value === null) void unsubscribe(); // whoever signed out, by whatever way, is told nothing on this screen any more
  });
}

export async function loadNotifications(): Promise<void> {
  const wanted = await api.get<Preferences>("/me/notifications");
  const isOn = (await pushKey()) === null ? null : wanted.push && (await isSubscribed());
  preferences.value = wanted;
  isPushOn.value = isOn;
}

export async function savePreferences(changes: Partial<Preferences>): Promise<void> {
  const wanted = { ...preferences.value!, ...changes };
  preferences.value = await api.put<Preferences>("/me/notifications", wanted);
  // The server does not see the clock on this wall, and quiet hours go by it.
  if (wanted.quietHours && !me.value?.timeZone) await saveMe({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

export async function turnPushOn(): Promise<void> {
  const key = await pushKey();
  if (key === null) return;
  const subscription = await subscribe(key);
  try {
    await api.post("/me/push-subscriptions", subscription);
  } catch (failure) {
    await unsubscribe(); // what the server does not know of must not look as if it were on
    throw failure;
  }
  if (!preferences.value?.push) await savePreferences({ push: true });
  isPushOn.value = true;
}

export async function turnPushOff(): Promise<void> {
  const endpoint = await unsubscribe();
  if (endpoint) await api.delete("/me/push-subscriptions", { endpoint });
  isPushOn.value = false;
}

async function pushKey(): Promise<string | null> {
  return isSupported ? (await api.get<PushKey>("/push/key")).key : null;
}

const WORKER = "/push.js";

const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function isSubscribed(): Promise<boolean> {
  return Notification.permission === "granted" && (await current()) !== null;
}

/** Asks for permission, so it has to follow a click. */
async function subscribe(key: string): Promise<Subscription> {
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
async function unsubscribe(): Promise<string | null> {
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
