/** Who is signed in, and everything a person can do about it. */
import { batch, effect, signal } from "@preact/signals";
import { api, ApiError, signedOutAnswers } from "../api/client";
import { listen } from "../api/events";
import type { Device, LinkAnswer, User } from "../api/types";
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
  const before = me.peek();
  try {
    const { user } = await api.get<SignedIn>("/me");
    if (me.peek() === before) me.value = user; // else somebody has come, gone or saved something meanwhile, and that is newer
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

/** What a link is good for, and what would happen to the account. It stays unused. */
export async function lookAtLink(token: string): Promise<LinkAnswer> {
  return api.post<LinkAnswer>("/auth/link/look", { token });
}

type Proof = { password?: string; takeOver?: boolean };

export async function redeemLink(token: string, proof: Proof = {}): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/link/redeem", { token, ...proof })).user;
}

export async function requestNewPassword(email: string): Promise<void> {
  await api.post("/auth/password/forgot", { email });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/password/reset", { token, password })).user;
}

export async function changePassword(password: string, currentPassword: string | null): Promise<void> {
  me.value = (await api.post<SignedIn>("/me/password", { password, currentPassword })).user;
}

export async function requestNewEmail(email: string, password: string | null): Promise<void> {
  await api.post("/me/email", { email, password });
}

export async function moveToAddress(token: string, password?: string): Promise<void> {
  me.value = (await api.post<SignedIn>("/auth/email/confirm", { token, ...(password && { password }) })).user;
}

export async function requestProof(): Promise<void> {
  await api.post("/me/email/link");
}

export async function keepInherited(): Promise<void> {
  me.value = (await api.post<SignedIn>("/me/inherited/keep")).user;
}

/** Another account begins with the same address: nothing on screen is true any more. */
export async function deleteInherited(): Promise<void> {
  await api.post("/me/inherited/delete", { confirm: true });
  forgetWords();
  location.replace("/");
}

export async function unsubscribe(token: string): Promise<void> {
  await api.post(`/notifications/unsubscribe/${encodeURIComponent(token)}`);
}

export async function signOut(goTo: string): Promise<void> {
  await api.post("/auth/logout");
  go(goTo);
}

export async function signOutEverywhere(): Promise<void> {
  await api.delete("/me/devices");
  go("/");
}

/** The account with everything in it, for good. */
export async function deleteMe(password: string | null): Promise<void> {
  await api.delete("/me", { confirm: true, password });
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
