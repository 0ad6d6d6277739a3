import { useEffect } from "preact/hooks";
import type { Help, HelpResource, ResourceKind } from "../api/types";
import { isKey, language, t, type Key } from "../messages";
import { Contact } from "./contact";
import { helpIn, likelyRegion, loadHelp } from "./state";

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
  return (
    <aside class="help-card" aria-label={t("help.inline")}>
      <p class="help-title">{t("help.inline")}</p>
      {help.words && <p>{help.words}</p>}
      <Lines about={help.label} known={help} />
    </aside>
  );
}

/** The lines for what came up, where the person is; what came along with an answer is enough until they are there. */
export function Lines({ about, known, most = 99 }: { about: string | null; known?: Help; most?: number }) {
  const region = known?.region ?? likelyRegion();
  useEffect(() => {
    if (region !== known?.region) void loadHelp(region).catch(() => undefined);
  }, [region]);
  const there = helpIn.value[region]?.resources ?? known?.resources ?? [];
  const kinds = region ? CLOSEST[about ?? ""] : undefined;
  return (
    <>
      <Resources resources={(kinds ? closest(there, kinds) : there).slice(0, most)} />
      <p><a href="/help">{t("help.more")}</a></p>
    </>
  );
}

/** The lines for this, and one emergency number: the country's own comes first. */
function closest(resources: HelpResource[], kinds: ResourceKind[]): HelpResource[] {
  const emergency = resources.find(({ kind }) => kind === "emergency");
  return resources.filter((one) => kinds.includes(one.kind) && (one.kind !== "emergency" || one === emergency));
}

export function Resources({ resources }: { resources: HelpResource[] }) {
  return (
    <ul class="resources">
      {resources.map((resource) => (
        <li key={resource.name + resource.contact}>
          <strong>{resource.name}</strong>
          <Contact text={resource.contact} />
          <span class="quiet">{[kindOf(resource), hoursOf(resource), languagesOf(resource)].filter(Boolean).join(" · ")}</span>
        </li>
      ))}
    </ul>
  );
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
