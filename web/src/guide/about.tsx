/** What the guide is, honestly: once on each device before the first conversation, and on a page of its own for later. */
import { useLive } from "../api/live";
import { t } from "../messages";
import { Page, Pending } from "../ui/page";
import { isEmbedded, isNoticed, loadGuide, putNoticeAway } from "./state";

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
    putNoticeAway();
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
  return (
    <ul class="promises">
      {isEmbedded ? (
        <>
          <li>{t("guide.embedded1")}</li>
          <li>{t("guide.embedded2")}</li>
          <li>{t("guide.embedded3")}</li>
        </>
      ) : (
        <>
          <li>{t("guide.model1")}</li>
          <li>{t("guide.model2")}</li>
        </>
      )}
      <li>{t("guide.notTherapy")}</li>
    </ul>
  );
}
