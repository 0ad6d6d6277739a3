import { useMemo } from "preact/hooks";
import { useLive } from "../api/live";
import type { Device, User } from "../api/types";
import { formatMoment, language, LANGUAGES, t } from "../messages";
import { Notifications } from "../notifications/notifications";
import { Form, SelectField, TextField } from "../ui/form";
import { notice, Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { Account, Everywhere } from "./account";
import { Inherited } from "./inherited";
import { Keeping } from "./keeping";
import { regionOptions } from "./regions";
import { devices, loadDevices, me, revokeDevice, saveMe, signOut } from "./state";

export function Settings() {
  const user = me.value;
  return (
    user && (
      <Page title={t("settings.title")} lead={t("settings.email", { email: user.email })} class="narrow">
        <Inherited />
        <section class="card" aria-labelledby="about-you">
          <h2 id="about-you">{t("settings.you")}</h2>
          <AboutYou user={user} />
        </section>
        <Account user={user} />
        <Notifications />
        <section class="card" aria-labelledby="devices">
          <h2 id="devices">{t("settings.devices")}</h2>
          <p>{t("settings.devicesText")}</p>
          <Devices />
          <Everywhere />
        </section>
        <Keeping />
        <p><a href="/consents">{t("share.ledger")}</a></p>
        <SignOut />
      </Page>
    )
  );
}

function AboutYou({ user }: { user: User }) {
  const regions = useMemo(() => regionOptions(language.value), [language.value]);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  async function save({ name = "", locale, timeZone, region }: Record<string, string>): Promise<void> {
    await saveMe({ name, locale: locale || null, timeZone: timeZone || null, region: region || null });
    notice.value = t("settings.saved");
  }
  return (
    <Form submit={t("settings.save")} onSubmit={save}>
      {(errors) => (
        <>
          <TextField
            name="name" label={t("person.name")} errors={errors} defaultValue={user.name}
            autocomplete="name" maxLength={80} required
          />
          <SelectField
            name="locale" label={t("settings.language")} errors={errors} value={user.locale ?? ""}
            options={[["", t("settings.asDevice")], ...Object.entries(LANGUAGES)]}
          />
          <SelectField
            name="timeZone" label={t("settings.timeZone")} errors={errors} value={user.timeZone ?? ""}
            options={[["", t("settings.asDevice")], ...zones.map((zone): [string, string] => [zone, zone.replaceAll("_", " ")])]}
          />
          <SelectField
            name="region" label={t("settings.region")} hint={t("settings.regionHint")} errors={errors} value={user.region ?? ""}
            options={[["", t("settings.noRegion")], ...regions]}
          />
        </>
      )}
    </Form>
  );
}

function Devices() {
  const live = useLive(loadDevices);
  const task = useTask();
  if (!devices.value) return <Pending live={live} />;
  async function revoke(device: Device): Promise<void> {
    await revokeDevice(device);
    notice.value = t("settings.revoked", { device: device.name });
  }
  return (
    <>
      <Problem task={task} />
      <ul class="rows">
        {devices.value.map((device) => (
          <li key={device.id}>
            <span>
              <strong>{device.name}</strong>
              <span class="quiet">
                {device.current ? t("settings.thisDevice") : t("settings.lastSeen", { when: formatMoment(device.lastSeenAt) })}
              </span>
            </span>
            {!device.current && (
              <button
                type="button" class="button" aria-label={t("settings.revoke", { device: device.name })}
                aria-disabled={task.busy} onClick={() => task.run(() => revoke(device))}
              >
                {t("settings.signOut")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function SignOut() {
  const task = useTask();
  return (
    <p>
      <Problem task={task} />
      <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(() => signOut("/"))}>{t("settings.signOut")}</button>
    </p>
  );
}
