/** Feelings to name, if one fits. What is meant goes with the statement and helps to read it as it was meant. */
import { feelingName } from "../conversation/feelings";
import { FEELINGS, t } from "../messages";
import type { Statement } from "./draft";

export function FeelingChips({ feelings, toggle }: Pick<Statement, "feelings" | "toggle">) {
  const chosen = feelings.value;
  return (
    <details class="feelings">
      <summary>
        {chosen.length > 0 ? t("statement.feelingsChosen", { feelings: chosen.map(feelingName).join(", ") }) : t("statement.feelings")}
        {" "}<span class="quiet">({t("field.optional")})</span>
      </summary>
      {chosen.length === 0 && <p class="hint">{t("statement.feelingsNudge")}</p>}
      <div class="chips" role="group" aria-label={t("statement.feelings")}>
        {FEELINGS.map((feeling) => (
          <button key={feeling} type="button" class="chip" aria-pressed={chosen.includes(feeling)} onClick={() => toggle(feeling)}>
            {feelingName(feeling)}
          </button>
        ))}
      </div>
    </details>
  );
}
