/** Who is signed in, and everything a person can do about it. */
import { batch, effect, signal } from "@preact/signals";
import { api, ApiError, signedOutAnswers } from "../api/client";
import { listen } from "../api/events";
import type { Device, User } from "../api/types";
import { chosenLocale, chosenTimeZone } from "../messages";
import { navigate } from "../router";
import { forgetWords, keepWordsOf } from "../ui/kept";

/** undefined: not known yet; null: nobody. */
export const me = signal<User | null | undefined>(undefined);
export const devices = signal<Device[] | null>(null);

type SignedIn = { user: User };

export function startIdentity(): void {
  effect(() => {
    if (signedOutAnswers.value > 0) me.value = null;
  });
  effect(() => {
    if (me.value) keepWordsOf(me.value.id);
  });
  effect(() => {
    chosenLocale.value = me.value?.locale ?? null;
    chosenTimeZone.value = me.value?.timeZone ?? null;
    listen(Boolean(me.value));
  });
}

export async function loadMe(): Promise<void> {
  try {
    me.value = (await api.get<SignedIn>("/me")).user;
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === "UNAUTHENTICATED")) throw failure;
  }
}

export async function register(person: { name: string; email: string; password: string }): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/register", person)).user;
}

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/login", credentials)).user;
}

export async function requestLink(email: string): Promise<void> {
  await api.post("/auth/link", { email });
}

export async function redeemLink(token: string): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/link/redeem", { token })).user;
}

export async function unsubscribe(token: string): Promise<void> {
  await api.post(`/notifications/unsubscribe/${encodeURIComponent(token)}`);
}

export async function signOut(goTo: string): Promise<void> {
  await api.post("/auth/logout");
  go(goTo);
}

/** The account with everything in it, for good. */
export async function deleteMe(): Promise<void> {
  await api.delete("/me", { confirm: true });
  go("/goodbye");
}

function go(to: string): void {
  forgetWords();
  batch(() => {
    navigate(to);
    me.value = null;
  });
}

export async function saveMe(changes: Partial<User>): Promise<void> {
  me.value = (await api.patch<SignedIn>("/me", changes)).user;
}

export async function loadDevices(): Promise<void> {
  devices.value = (await api.get<{ items: Device[] }>("/me/devices")).items;
}

export async function revokeDevice(device: Device): Promise<void> {
  await api.delete(`/me/devices/${device.id}`);
  await loadDevices();
}
