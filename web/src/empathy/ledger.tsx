/** Everything one has agreed to share: what exactly, with whom, when, whether it was seen, and whether it was taken back. */
import { useLive } from "../api/live";
import type { Consent } from "../api/types";
import { formatMoment, t } from "../messages";
import { Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { consents, consentWords, hasMoreConsents, loadConsents, loadMoreConsents } from "./consents";
import { TakeBack } from "./take-back";

export function Ledger() {
  const live = useLive(loadConsents);
  const more = useTask();
  const found = consents.value;
  return (
    <Page title={t("ledger.title")} lead={t("ledger.lead")} class="narrow">
      {!found && <Pending live={live} />}
      {found?.length === 0 && <p class="card">{t("ledger.none")}</p>}
      {found && found.length > 0 && (
        <ul class="shared-list">
          {found.map((consent) => <li key={consent.id} class="card"><Entry consent={consent} /></li>)}
        </ul>
      )}
      <Problem task={more} />
      {found && hasMoreConsents.value && (
        <p class="actions">
          <button type="button" class="button" aria-disabled={more.busy} onClick={() => more.run(loadMoreConsents)}>{t("ledger.more")}</button>
        </p>
      )}
    </Page>
  );
}

function Entry({ consent }: { consent: Consent }) {
  const { targetType, to, grantedAt, seenAt, revokedAt, sessionId } = consent;
  return (
    <>
      <figure class="quotation">
        <figcaption>{t(`ledger.${targetType}`, { name: to })}</figcaption>
        <blockquote dir="auto">{consentWords(consent)}</blockquote>
      </figure>
      <ul class="facts">
        <li>{t("ledger.granted", { when: formatMoment(grantedAt) })}</li>
        <li>{seenAt ? t("ledger.seen", { when: formatMoment(seenAt) }) : t("ledger.unseen")}</li>
        {revokedAt && <li>{t("ledger.revoked", { when: formatMoment(revokedAt) })}</li>}
      </ul>
      <div class="actions">
        {!revokedAt && <TakeBack consent={consent} />}
        <a href={`/sessions/${sessionId}`}>{t("ledger.toSession")}</a>
      </div>
    </>
  );
}
