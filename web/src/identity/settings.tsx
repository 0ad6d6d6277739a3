/** What a person says about themselves, what opens the account, where they are signed in, and going for good. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { DeviceView, UserView } from "../api/types";
import { formatMoment, language, LANGUAGES, t } from "../messages";
import { Notifications } from "../notifications/notifications";
import { Check, Form, PasswordField, SelectField, TextField, type Values } from "../ui/form";
import { notice, Page, Pending } from "../ui/page";
import { focusOn, TITLE } from "../ui/sight";
import { useQuestion, useTask } from "../ui/task";
import { deleteInherited, enter, leaveFor, me, requestNewPassword, saveMe, signOut } from "./state";

export function Settings() {
  const user = me.value;
  if (!user) return null;
  return <Page title={t("settings.title")} lead={t("settings.email", { email: user.email })} class="narrow">
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
  </Page>;
}

function AboutYou({ user }: { user: UserView }) {
  const regions = useMemo(() => regionOptions(language.value), [language.value]);
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  async function save({ name = "", locale, timeZone, region }: Values): Promise<void> {
    await saveMe({ name, locale: locale || null, timeZone: timeZone || null, region: region || null });
    notice.value = t("settings.saved");
  }
  return <Form submit={t("settings.save")} onSubmit={save}>
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
  </Form>;
}

function Devices() {
  const devices = useSignal<DeviceView[] | null>(null);
  const live = useLive(load);
  const task = useTask();
  async function load(): Promise<void> {
    devices.value = (await api.get<{ items: DeviceView[] }>("/me/devices")).items;
  }
  async function revoke(device: DeviceView): Promise<void> {
    await api.delete(`/me/devices/${device.id}`);
    await load();
    notice.value = t("settings.revoked", { device: device.name });
  }
  if (!devices.value) return <Pending live={live} />;
  return <>
    {task.problem}
    <ul class="rows">
      {devices.value.map((device) => <li key={device.id}>
        <span>
          <strong>{device.name}</strong>
          <span class="quiet">
            {device.current ? t("settings.thisDevice") : t("settings.lastSeen", { when: formatMoment(device.lastSeenAt) })}
          </span>
        </span>
        {!device.current
          && task.button(t("settings.signOut"), () => revoke(device), "", { "aria-label": t("settings.revoke", { device: device.name }) })}
      </li>)}
    </ul>
  </>;
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

function Account({ user }: { user: UserView }) {
  return <section class="card" aria-labelledby="account">
    <h2 id="account">{t("account.title")}</h2>
    <p>
      <strong dir="auto">{user.email}</strong>{" "}
      <span class="quiet">{t(user.emailProven ? "account.proven" : "account.unproven")}</span>
    </p>
    {!user.emailProven && <Unproven email={user.email} />}
    <details>
      <summary>{t("address.title")}</summary>
      <Address key={user.email} user={user} />
    </details>
    <details>
      <summary>{t(user.hasPassword ? "password.title" : "password.titleNone")}</summary>
      <Password key={String(user.hasPassword)} user={user} />
    </details>
  </section>;
}

function Unproven({ email }: { email: string }) {
  const task = useTask();
  async function send(): Promise<void> {
    await api.post("/me/email/link");
    notice.value = t("account.sent", { email });
  }
  return <><p>{t("account.unprovenText")}</p>{task.problem}<p>{task.button(t("account.sendAgain"), send)}</p></>;
}

function Address({ user }: { user: UserView }) {
  const sentTo = useSignal("");
  async function send({ email = "", password }: Values): Promise<void> {
    await api.post("/me/email", { email, password: password || null });
    sentTo.value = email;
  }
  if (sentTo.value) return <p role="status">{t("address.sent", { email: sentTo.value })}</p>;
  return <>
    <p>{t("address.text")}</p>
    <Form submit={t("address.submit")} onSubmit={send}>
      <TextField name="email" type="email" label={t("address.new")} autocomplete="email" required />
      {user.hasPassword && <PasswordField label={t("password.current")} required />}
    </Form>
  </>;
}

function Password({ user: { email, hasPassword } }: { user: UserView }) {
  const task = useTask();
  const changes = useSignal(0);
  async function change({ password = "", currentPassword }: Values): Promise<void> {
    await enter("/me/password", { password, currentPassword: currentPassword || null });
    changes.value += 1;
    notice.value = t("password.changed");
  }
  async function send(): Promise<void> {
    await requestNewPassword(email);
    notice.value = t("account.sent", { email });
  }
  return <>
    <p>{t(hasPassword ? "password.text" : "password.textNone")}</p>
    <Form key={changes.value} submit={t("password.submit")} onSubmit={change}>
      {hasPassword && <PasswordField name="currentPassword" label={t("password.current")} required />}
      <PasswordField isNew label={t("password.new")} hint={t("person.passwordHint")} required />
    </Form>
    {task.problem}
    <p>{task.button(t("password.byLink"), send, "quiet")}</p>
  </>;
}

function Everywhere() {
  const task = useTask();
  const leaving = useQuestion(task, () => leaveFor("/", api.delete("/me/devices")), {
    title: t("everywhere.title"), text: t("everywhere.text"), yes: t("everywhere.confirm"), no: t("app.cancel"),
  });
  return <>{task.problem}<p>{leaving.button(t("everywhere.submit"))}</p>{leaving.dialog}</>;
}

/** For whoever came by a link to an account that somebody had made with their address: what happened, and what becomes of it. */
export function Inherited() {
  const task = useTask();
  const deleting = useQuestion(task, deleteInherited, {
    title: t("inherited.delete"), text: t("inherited.deleteText"), yes: t("inherited.deleteConfirm"), no: t("app.cancel"),
  });
  if (!me.value?.inherited) return null;
  async function keep(): Promise<void> {
    await enter("/me/inherited/keep");
    notice.value = t("inherited.kept");
    focusOn(TITLE);
  }
  return <section class="card" aria-labelledby="inherited">
    <h2 id="inherited">{t("inherited.title")}</h2>
    <p>{t("inherited.text")}</p>
    <p>{t("inherited.choice")}</p>
    {!me.value.hasPassword && <p>{t("inherited.password")} <a href="/settings">{t("settings.title")}</a></p>}
    {task.problem}
    <p class="actions">{task.button(t("inherited.keep"), keep)}{deleting.button(t("inherited.delete"), "grave")}</p>
    {deleting.dialog}
  </section>;
}

/** Taking everything along, and going for good. */
function Keeping() {
  async function leave({ password }: Values): Promise<void> {
    await leaveFor("/goodbye", api.delete("/me", { confirm: true, password: password || null }));
  }
  return <section class="card" aria-labelledby="keeping">
    <h2 id="keeping">{t("keeping.title")}</h2>
    <p>{t("keeping.text")}</p>
    <p><a class="button" href="/api/v1/me/export" download>{t("keeping.export")}</a></p>
    <details>
      <summary>{t("deletion.title")}</summary>
      <p>{t("deletion.goes")}</p>
      <p>{t("deletion.stays")}</p>
      <Form submit={t("deletion.confirm")} grave onSubmit={leave}>
        <Check name="understood" label={t("deletion.tick")} required />
        {me.value?.hasPassword && <PasswordField label={t("password.current")} required />}
      </Form>
    </details>
  </section>;
}

export function Goodbye() {
  return <Page title={t("goodbye.title")} lead={t("goodbye.text")} class="narrow"><p><a href="/">{t("notFound.back")}</a></p></Page>;
}
