/** Where the two orders meet, how that was found, and the ways from there. */
import { t } from "../messages";
import { may, type PanelProps } from "../together/state";
import { ProposeAgreement } from "./agreement-form";
import { Reopen } from "./ranking";

export function OverlapReveal({ together: { session, overlap } }: PanelProps) {
  return (
    <section class="together-part" aria-labelledby="overlap">
      <h2 id="overlap" tabIndex={-1}>{t("overlap.title")}</h2>
      <p>{t("overlap.how", { name: session.partner.name })}</p>
      {may(session, "PROPOSE_AGREEMENT") && <ProposeAgreement session={session} ideas={overlap ?? []} />}
      <div class="actions"><Reopen session={session} /></div>
    </section>
  );
}
