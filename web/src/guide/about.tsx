/** What the guide is, honestly: once on each device before the first conversation, and on a page of its own for later. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/events";
import { t } from "../messages";
import { readKept, writeKept } from "../ui/kept";
import { Page, Pending, Promises } from "../ui/page";

const KNOWN = "mwf:guide-known";

/** Whether it runs inside the server; null as long as we do not know. */
const isEmbedded = signal<boolean | null>(null);

/** Whether this device has shown the notice, and somebody put it away. */
export const isNoticed = signal(readKept(KNOWN) !== "");

async function loadGuide(): Promise<void> {
  isEmbedded.value ??= (await api.get<{ embedded: boolean }>("/guide")).embedded;
}

export function AboutGuide() {
  const live = useLive(loadGuide);
  return (
    <Page title={t("guide.title")} lead={t("guide.lead")} class="narrow">
      {isEmbedded.value === null ? <Pending live={live} /> : <Facts isEmbedded={isEmbedded.value} />}
    </Page>
  );
}

export function GuideNotice({ onPutAway }: { onPutAway: () => void }) {
  useLive(loadGuide);
  if (isNoticed.value || isEmbedded.value === null) return null;
  function putAway(): void {
    writeKept(KNOWN, "yes");
    isNoticed.value = true;
    onPutAway();
  }
  return (
    <section class="card guide-notice" aria-labelledby="guide-notice">
      <h2 id="guide-notice">{t("guide.title")}</h2>
      <Facts isEmbedded={isEmbedded.value} />
      <p class="actions"><button type="button" class="button" onClick={putAway}>{t("guide.understood")}</button></p>
    </section>
  );
}

function Facts({ isEmbedded }: { isEmbedded: boolean }) {
  const embedded = [t("guide.embedded1"), t("guide.embedded2"), t("guide.embedded3")];
  return <Promises words={[...(isEmbedded ? embedded : [t("guide.model1"), t("guide.model2")]), t("guide.notTherapy")]} />;
}
