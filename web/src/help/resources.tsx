import type { Help } from "../api/types";
import { isKey, t, type Key } from "../messages";
import { Contact } from "./contact";

type Resource = Help["resources"][number];

// The server writes them in English; what is said most often is said in the person's language.
const HOURS: Record<string, Key> = {
  "24 hours a day": "help.hours.always",
  "hours vary": "help.hours.vary",
  weekdays: "help.hours.weekdays",
  "where the number is in service": "help.hours.inService",
};

/** Help that came with an answer: there to be seen, and nothing more. */
export function HelpCard({ help }: { help: Help }) {
  return (
    <aside class="help-card" aria-label={t("help.inline")}>
      <p class="help-title">{t("help.inline")}</p>
      {help.words && <p>{help.words}</p>}
      <Resources resources={help.resources} />
      <p><a href="/help">{t("help.more")}</a></p>
    </aside>
  );
}

export function Resources({ resources }: { resources: Resource[] }) {
  return (
    <ul class="resources">
      {resources.map((resource) => (
        <li key={resource.name + resource.contact}>
          <strong>{resource.name}</strong>
          <Contact text={resource.contact} />
          <span class="quiet">{[kindOf(resource), hoursOf(resource)].filter(Boolean).join(", ")}</span>
          {resource.url && (
            <a href={resource.url} target="_blank" rel="noreferrer" aria-label={`${t("help.website")}: ${resource.name}`}>
              {t("help.website")}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function kindOf({ kind }: Resource): string {
  const key = `help.kind.${kind}`;
  return isKey(key) ? t(key as "help.kind.violence") : "";
}

function hoursOf({ hours }: Resource): string {
  const key = HOURS[hours ?? ""];
  return key ? t(key as "help.hours.always") : (hours ?? "");
}
