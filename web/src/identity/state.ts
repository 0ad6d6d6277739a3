/** Who is signed in, what goes when somebody else is, and everything a person can do about it. */
import { batch, computed, effect, signal, type Signal } from "@preact/signals";
import { api, asApiError, signedOutAnswers } from "../api/client";
import { listen } from "../api/events";
import type { SignIn, UserView } from "../api/types";
import { chosenLocale, chosenTimeZone } from "../messages";
import { navigate } from "../router";
import { forgetWords, keepWordsOf } from "../ui/kept";

/** undefined: not known yet; null: nobody. */
export const me = signal<UserView | null | undefined>(undefined);
export const viewer = computed(() => me.value?.id);

const resets: (() => void)[] = [];

/** What belongs to whoever is signed in: another person on this device finds nothing of the last one. */
export function ofViewer<T>(empty: T): Signal<T> {
  const kept = signal(empty);
  resets.push(() => (kept.value = empty));
  return kept;
}

export function startIdentity(): void {
  effect(() => {
    if (signedOutAnswers.value > 0) me.value = null;
  });
  effect(() => {
    if (me.value) keepWordsOf(me.value.id);
  });
  effect(() => {
    viewer.value;
    for (const reset of resets) reset();
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
    const { user } = await api.get<Pick<SignIn, "user">>("/me");
    if (me.peek() === before) me.value = user; // else somebody has come, gone or saved something meanwhile, and that is newer
  } catch (failure) {
    if (asApiError(failure).code !== "UNAUTHENTICATED") throw failure;
  }
}

/** Registering, signing in, a link, a new password or address: whatever answers with the person. */
export async function enter(path: string, body: unknown = {}): Promise<void> {
  me.value = (await api.post<SignIn>(path, body)).user;
}

export async function saveMe(changes: Partial<UserView>): Promise<void> {
  me.value = (await api.patch<Pick<SignIn, "user">>("/me", changes)).user;
}

export async function requestNewPassword(email: string): Promise<void> {
  await api.post("/auth/password/forgot", { email });
}

/** Another account begins with the same address: nothing on screen is true any more. */
export async function deleteInherited(): Promise<void> {
  await api.post("/me/inherited/delete", { confirm: true });
  forgetWords();
  location.replace("/");
}

/** Once the server has been told: signed out here or everywhere, or gone with everything. */
export async function leaveFor(to: string, telling: Promise<unknown>): Promise<void> {
  await telling;
  forgetWords();
  batch(() => {
    navigate(to);
    me.value = null;
  });
}

export function signOut(to: string): Promise<void> {
  return leaveFor(to, api.post("/auth/logout"));
}
