/** How the person wants to be told outside the app: what the server keeps, and what this browser and its push service do. */
import { effect, useSignal } from "@preact/signals";
import { api, ApiError } from "../api/client";
import { useLive } from "../api/events";
import type { PreferencesBody, PushKey, Subscription } from "../api/types";
import { me, ofViewer, saveMe } from "../identity/state";
import { t } from "../messages";
import { Check, Form, TextField, type Values } from "../ui/form";
import { notice, Pending } from "../ui/page";
import { useTask } from "../ui/task";

const USUAL = { from: "22:00", to: "08:00" };

export function Notifications() {
  const live = useLive(loadNotifications);
  return <section class="card" aria-labelledby="notifications">
    <h2 id="notifications">{t("notifications.title")}</h2>
    <p>{t("notifications.text")}</p>
    {preferences.value ? <Wishes wanted={preferences.value} /> : <Pending live={live} />}
    {isPushOn.value !== null && <OnThisDevice isOn={isPushOn.value} />}
  </section>;
}

function Wishes({ wanted }: { wanted: PreferencesBody }) {
  const isQuiet = useSignal(wanted.quietHours !== null);
  const hours = wanted.quietHours ?? USUAL;
  async function save({ email, from = "", to = "" }: Values): Promise<void> {
    await savePreferences({ email: email !== "", quietHours: isQuiet.value ? { from, to } : null });
    notice.value = t("settings.saved");
  }
  return <Form submit={t("notifications.save")} onSubmit={save}>
    <div>
      <Check name="email" label={t("notifications.email")} defaultChecked={wanted.email} aria-describedby="email-hint" />
      <p class="hint" id="email-hint">{t("notifications.emailHint")}</p>
    </div>
    <div>
      <Check
        name="quiet" label={t("notifications.quiet")} checked={isQuiet.value} aria-describedby="quiet-hint"
        onTick={(isTicked) => (isQuiet.value = isTicked)}
      />
      <p class="hint" id="quiet-hint">{t("notifications.quietHint")}</p>
    </div>
    {isQuiet.value && <div class="hours">
      <TextField name="from" type="time" label={t("notifications.from")} defaultValue={hours.from} required />
      <TextField name="to" type="time" label={t("notifications.to")} defaultValue={hours.to} required />
    </div>}
  </Form>;
}

function OnThisDevice({ isOn }: { isOn: boolean }) {
  const task = useTask();
  async function turn(): Promise<void> {
    await (isOn ? turnPushOff() : turnPushOn());
    notice.value = t(isOn ? "notifications.turnedOff" : "notifications.turnedOn");
  }
  return <section class="card-part" aria-labelledby="on-this-device">
    <h3 id="on-this-device">{t("notifications.here")}</h3>
    <p>{t(isOn ? "notifications.hereOn" : "notifications.hereOff")}</p>
    {task.problem}
    <p>{task.button(t(isOn ? "notifications.turnOff" : "notifications.turnOn"), turn)}</p>
  </section>;
}

const preferences = ofViewer<PreferencesBody | null>(null);

/** Whether this browser shows notes; null where it cannot, or the server does not push. */
const isPushOn = ofViewer<boolean | null>(null);

export function startNotifications(): void {
  effect(() => {
    if (me.value === null) void unsubscribe(); // whoever signed out, by whatever way, is told nothing on this screen any more
  });
}

async function loadNotifications(): Promise<void> {
  const wanted = await api.get<PreferencesBody>("/me/notifications");
  const isOn = (await pushKey()) === null ? null : wanted.push && (await isSubscribed());
  preferences.value = wanted;
  isPushOn.value = isOn;
}

async function savePreferences(changes: Partial<PreferencesBody>): Promise<void> {
  const wanted = { ...preferences.value!, ...changes };
  preferences.value = await api.put<PreferencesBody>("/me/notifications", wanted);
  // The server does not see the clock on this wall, and quiet hours go by it.
  if (wanted.quietHours && !me.value?.timeZone) await saveMe({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

async function turnPushOn(): Promise<void> {
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

async function turnPushOff(): Promise<void> {
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
