/** How the person wants to be told outside the app: what the server keeps, and what this browser does. */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client";
import type { Preferences, PushKey } from "../api/types";
import { me, saveMe } from "../identity/state";
import { isSubscribed, isSupported, subscribe, unsubscribe } from "./browser";

export const preferences = signal<Preferences | null>(null);

/** Whether this browser shows notes; null where it cannot, or the server does not push. */
export const isPushOn = signal<boolean | null>(null);

export function startNotifications(): void {
  const viewer = computed(() => me.value && me.value.id);
  effect(() => {
    // Whoever signed out, by whatever way, is told nothing on this screen any more.
    if (viewer.value === null) void unsubscribe();
    preferences.value = null;
    isPushOn.value = null;
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
