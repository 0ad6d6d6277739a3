import { useSignal } from "@preact/signals";
import { useLive } from "../api/events";
import type { Preferences } from "../api/types";
import { t } from "../messages";
import { Form, TextField, type Values } from "../ui/form";
import { notice, Pending } from "../ui/page";
import { useTask } from "../ui/task";
import { isPushOn, loadNotifications, preferences, savePreferences, turnPushOff, turnPushOn } from "./state";

const USUAL = { from: "22:00", to: "08:00" };

export function Notifications() {
  const live = useLive(loadNotifications);
  return (
    <section class="card" aria-labelledby="notifications">
      <h2 id="notifications">{t("notifications.title")}</h2>
      <p>{t("notifications.text")}</p>
      {preferences.value ? <Wishes wanted={preferences.value} /> : <Pending live={live} />}
      {isPushOn.value !== null && <OnThisDevice isOn={isPushOn.value} />}
    </section>
  );
}

function Wishes({ wanted }: { wanted: Preferences }) {
  const isQuiet = useSignal(wanted.quietHours !== null);
  const hours = wanted.quietHours ?? USUAL;
  async function save({ email, from = "", to = "" }: Values): Promise<void> {
    await savePreferences({ email: email !== "", quietHours: isQuiet.value ? { from, to } : null });
    notice.value = t("settings.saved");
  }
  return (
    <Form submit={t("notifications.save")} onSubmit={save}>
      <div>
        <label class="check">
          <input type="checkbox" name="email" defaultChecked={wanted.email} aria-describedby="email-hint" />
          <span>{t("notifications.email")}</span>
        </label>
        <p class="hint" id="email-hint">{t("notifications.emailHint")}</p>
      </div>
      <div>
        <label class="check">
          <input
            type="checkbox" name="quiet" checked={isQuiet.value} aria-describedby="quiet-hint"
            onChange={(event) => (isQuiet.value = event.currentTarget.checked)}
          />
          <span>{t("notifications.quiet")}</span>
        </label>
        <p class="hint" id="quiet-hint">{t("notifications.quietHint")}</p>
      </div>
      {isQuiet.value && (
        <div class="hours">
          <TextField name="from" type="time" label={t("notifications.from")} defaultValue={hours.from} required />
          <TextField name="to" type="time" label={t("notifications.to")} defaultValue={hours.to} required />
        </div>
      )}
    </Form>
  );
}

function OnThisDevice({ isOn }: { isOn: boolean }) {
  const task = useTask();
  async function turn(): Promise<void> {
    await (isOn ? turnPushOff() : turnPushOn());
    notice.value = t(isOn ? "notifications.turnedOff" : "notifications.turnedOn");
  }
  return (
    <section class="card-part" aria-labelledby="on-this-device">
      <h3 id="on-this-device">{t("notifications.here")}</h3>
      <p>{t(isOn ? "notifications.hereOn" : "notifications.hereOff")}</p>
      {task.problem}
      <p>{task.button(t(isOn ? "notifications.turnOff" : "notifications.turnOn"), turn)}</p>
    </section>
  );
}
