import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLive } from "../api/live";
import { regionOptions } from "../identity/regions";
import { language, t } from "../messages";
import { SelectField } from "../ui/form";
import { Page, Pending } from "../ui/page";
import { Resources } from "./resources";
import { helpIn, likelyRegion, loadHelp } from "./state";

export function HelpPage() {
  const chosen = useSignal<string | null>(null);
  const region = chosen.value ?? likelyRegion();
  const live = useLive(() => loadHelp(region), region);
  const regions = useMemo(() => regionOptions(language.value), [language.value]);
  const found = helpIn.value[region]?.resources;
  return (
    <Page title={t("help.title")} lead={t("help.lead")} class="narrow">
      <p class="card danger">{t("help.danger")}</p>
      <SelectField
        name="region" label={t("help.region")} errors={{}} value={region}
        options={[["", t("help.anywhere")], ...regions]} onChange={(code) => (chosen.value = code)}
      />
      <section aria-labelledby="listeners">
        <h2 id="listeners">{t("help.list")}</h2>
        {found ? <Resources resources={found} /> : <Pending live={live} />}
        {found?.length === 0 && <p>{t("help.none")}</p>}
      </section>
      <p class="quiet">{t("help.privately")}</p>
    </Page>
  );
}
