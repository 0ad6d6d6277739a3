/** Where to turn to, by country, for anybody, signed in or not; and what the guide is, honestly. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { Help, HelpResource, ResourceKind } from "../api/types";
import { regionOptions } from "../identity/settings";
import { me } from "../identity/state";
import { isKey, language, t, type Key } from "../messages";
import { SelectField } from "../ui/form";
import { readKept, writeKept } from "../ui/kept";
import { Page, Pending, Promises } from "../ui/page";
import { Button } from "../ui/task";

const helpIn = signal<Record<string, Help>>({});

/** What the person said in the settings, else where their browser comes from. */
function likelyRegion(): string {
  return me.value?.region ?? navigator.languages.map((tag) => new Intl.Locale(tag).region).find(Boolean) ?? "";
}

async function loadHelp(region: string): Promise<void> {
  const found = await api.get<Help>(`/help?${new URLSearchParams(region && { region })}`);
  helpIn.value = { ...helpIn.value, [region]: found };
}

export function HelpPage() {
  const chosen = useSignal<string | null>(null);
  const region = chosen.value ?? likelyRegion();
  const live = useLive(() => loadHelp(region), region);
  const regions = useMemo(() => regionOptions(language.value), [language.value]);
  const found = helpIn.value[region]?.resources;
  return <Page title={t("help.title")} lead={t("help.lead")} class="narrow">
    <p class="card danger">{t("help.danger")}</p>
    <SelectField
      name="region" label={t("help.region")} value={region}
      options={[["", t("help.anywhere")], ...regions]} onChange={(code) => (chosen.value = code)}
    />
    <section aria-labelledby="listeners">
      <h2 id="listeners">{t("help.list")}</h2>
      {found ? <Resources resources={found} /> : <Pending live={live} />}
      {found?.length === 0 && <p>{t("help.none")}</p>}
    </section>
    <p class="quiet">{t("help.privately")}</p>
  </Page>;
}

// The server writes them in English; what is said most often is said in the person's language.
const HOURS: Record<string, Key> = {
  "24 hours a day": "help.hours.always",
  "hours vary": "help.hours.vary",
  weekdays: "help.hours.weekdays",
  "where the number is in service": "help.hours.inService",
};

// What is asked for first when something came up; everything else is one tap away.
const CLOSEST: Record<string, ResourceKind[]> = {
  suicide: ["emergency", "suicide", "emotional"],
  selfharm: ["emergency", "suicide", "emotional"],
  abuse: ["emergency", "violence"],
  coercion: ["emergency", "violence"],
  fear: ["emergency", "violence"],
  harm_others: ["emergency", "violence", "emotional"],
  child: ["emergency", "children"],
};

/** Help that came with an answer: there to be seen, and nothing more. */
export function HelpCard({ help }: { help: Help }) {
  return <aside class="help-card" aria-label={t("help.inline")}>
    <p class="help-title">{t("help.inline")}</p>
    {help.words && <p>{help.words}</p>}
    <Lines about={help.label} known={help} />
  </aside>;
}

/** The lines for what came up, where the person is; what came along with an answer is enough until they are there. */
export function Lines({ about, known, most = 99 }: { about: string | null; known?: Help; most?: number }) {
  const region = known?.region ?? likelyRegion();
  useEffect(() => {
    if (region !== known?.region) void loadHelp(region).catch(() => undefined);
  }, [region]);
  const there = helpIn.value[region]?.resources ?? known?.resources ?? [];
  const kinds = region ? CLOSEST[about ?? ""] : undefined;
  return <>
    <Resources resources={(kinds ? closest(there, kinds) : there).slice(0, most)} />
    <p><a href="/help">{t("help.more")}</a></p>
  </>;
}

/** The lines for this, and one emergency number: the country's own comes first. */
function closest(resources: HelpResource[], kinds: ResourceKind[]): HelpResource[] {
  const emergency = resources.find(({ kind }) => kind === "emergency");
  return resources.filter((one) => kinds.includes(one.kind) && (one.kind !== "emergency" || one === emergency));
}

function Resources({ resources }: { resources: HelpResource[] }) {
  return <ul class="resources">
    {resources.map((resource) => <li key={resource.name + resource.contact}>
      <strong>{resource.name}</strong>
      <Contact text={resource.contact} />
      <span class="quiet">{[kindOf(resource), hoursOf(resource), languagesOf(resource)].filter(Boolean).join(" · ")}</span>
    </li>)}
  </ul>;
}

function kindOf({ kind }: HelpResource): string {
  if (kind === "emergency") return ""; // its name says so
  const key = `help.kind.${kind}`;
  return isKey(key) ? t(key as "help.kind.violence") : "";
}

function hoursOf({ hours }: HelpResource): string {
  const key = HOURS[hours];
  return key ? t(key as "help.hours.always") : hours;
}

function languagesOf({ languages }: HelpResource): string {
  const names = new Intl.DisplayNames(language.value, { type: "language" });
  return languages.map((code) => names.of(code)).join(", ");
}

const REACHABLE = /(\+?\d[\d\s-]*\d(?=\D|$)|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:\/\S*)?)/i;
const TEXTED = /(?:text (\S+) to|SMS ?:?)\s*$/i;
const SHORTEST = 3;

/** How to reach somebody, as it is written, with what can be called, texted or opened made into a link. */
function Contact({ text }: { text: string }) {
  const parts = text.split(REACHABLE); // the odd ones are what was found
  return <span class="contact">
    {parts.map((part, index) => (index % 2 === 0 ? part : <Way key={index} part={part} before={parts[index - 1] ?? ""} />))}
  </span>;
}

function Way({ part, before }: { part: string; before: string }) {
  const digits = part.replace(/[^\d+]/g, "");
  if (/[a-z]/i.test(part)) return <a href={`https://${part}`} target="_blank" rel="noreferrer">{part}</a>;
  if (digits.length < SHORTEST) return <>{part}</>;
  const texted = TEXTED.exec(before);
  const address = texted ? `sms:${digits}${texted[1] ? `?body=${encodeURIComponent(texted[1])}` : ""}` : `tel:${digits}`;
  return <a dir="ltr" href={address}>{part}</a>;
}

const KNOWN = "mwf:guide-known";

/** Whether it runs inside the server; null as long as we do not know. */
const isEmbedded = signal<boolean | null>(null);

/** Whether this device has shown the notice, and somebody put it away. */
export const isNoticed = signal(readKept(KNOWN) !== "");

async function loadGuide(): Promise<void> {
  isEmbedded.value ??= (await api.get<{ embedded: boolean }>("/guide")).embedded;
}

/** Once on each device before the first conversation, and on a page of its own for later. */
export function AboutGuide() {
  const live = useLive(loadGuide);
  return <Page title={t("guide.title")} lead={t("guide.lead")} class="narrow">
    {isEmbedded.value === null ? <Pending live={live} /> : <Facts isEmbedded={isEmbedded.value} />}
  </Page>;
}

export function GuideNotice({ onPutAway }: { onPutAway: () => void }) {
  useLive(loadGuide);
  if (isNoticed.value || isEmbedded.value === null) return null;
  function putAway(): void {
    writeKept(KNOWN, "yes");
    isNoticed.value = true;
    onPutAway();
  }
  return <section class="card guide-notice" aria-labelledby="guide-notice">
    <h2 id="guide-notice">{t("guide.title")}</h2>
    <Facts isEmbedded={isEmbedded.value} />
    <p class="actions"><Button onClick={putAway}>{t("guide.understood")}</Button></p>
  </section>;
}

function Facts({ isEmbedded }: { isEmbedded: boolean }) {
  const embedded = [t("guide.embedded1"), t("guide.embedded2"), t("guide.embedded3")];
  return <Promises words={[...(isEmbedded ? embedded : [t("guide.model1"), t("guide.model2")]), t("guide.notTherapy")]} />;
}
