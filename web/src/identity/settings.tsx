/** What a person says about themselves, where they are signed in, and the way out. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { Device, User } from "../api/types";
import { formatMoment, language, LANGUAGES, t } from "../messages";
import { Notifications } from "../notifications/notifications";
import { Form, SelectField, TextField, type Values } from "../ui/form";
import { notice, Page, Pending } from "../ui/page";
import { useTask } from "../ui/task";
import { Account, Everywhere, Inherited, Keeping } from "./account";
import { me, saveMe, signOut } from "./state";

export function Settings() {
  const user = me.value;
  if (!user) return null;
  return (
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
  );
}

function AboutYou({ user }: { user: User }) {
  const regions = useMemo(() => regionOptions(language.value), [language.value]);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  async function save({ name = "", locale, timeZone, region }: Values): Promise<void> {
    await saveMe({ name, locale: locale || null, timeZone: timeZone || null, region: region || null });
    notice.value = t("settings.saved");
  }
  return (
    <Form submit={t("settings.save")} onSubmit={save}>
      <TextField name="name" label={t("person.name")} defaultValue={user.name} autocomplete="name" maxLength={80} required />
      <SelectField
        name="locale" label={t("settings.language")} value={user.locale ?? ""}
        options={[["", t("settings.asDevice")], ...Object.entries(LANGUAGES)]}
      />
      <SelectField
        name="timeZone" label={t("settings.timeZone")} value={user.timeZone ?? ""}
        options={[["", t("settings.asDevice")], ...zones.map((zone): [string, string] => [zone, zone.replaceAll("_", " ")])]}
      />
      <SelectField
        name="region" label={t("settings.region")} hint={t("settings.regionHint")} value={user.region ?? ""}
        options={[["", t("settings.noRegion")], ...regions]}
      />
    </Form>
  );
}

function Devices() {
  const devices = useSignal<Device[] | null>(null);
  const live = useLive(load);
  const task = useTask();
  async function load(): Promise<void> {
    devices.value = (await api.get<{ items: Device[] }>("/me/devices")).items;
  }
  async function revoke(device: Device): Promise<void> {
    await api.delete(`/me/devices/${device.id}`);
    await load();
    notice.value = t("settings.revoked", { device: device.name });
  }
  if (!devices.value) return <Pending live={live} />;
  return (
    <>
      {task.problem}
      <ul class="rows">
        {devices.value.map((device) => (
          <li key={device.id}>
            <span>
              <strong>{device.name}</strong>
              <span class="quiet">
                {device.current ? t("settings.thisDevice") : t("settings.lastSeen", { when: formatMoment(device.lastSeenAt) })}
              </span>
            </span>
            {!device.current
              && task.button(t("settings.signOut"), () => revoke(device), "", { "aria-label": t("settings.revoke", { device: device.name }) })}
          </li>
        ))}
      </ul>
    </>
  );
}

function SignOut() {
  const task = useTask();
  return <p>{task.problem}{task.button(t("settings.signOut"), () => signOut("/"))}</p>;
}

/** ISO 3166-1 countries and regions; the browser knows their names in every language. */
const CODES =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG " +
  "CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH " +
  "GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY " +
  "KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG " +
  "NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM " +
  "SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT " +
  "ZA ZM ZW";

export function regionOptions(locale: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return CODES.split(" ")
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
}
