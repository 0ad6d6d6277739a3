/** The end: with something to try, or without; what was understood stays either way. */
import { formatDate, t } from "../messages";
import { Comparison } from "../needs/comparison";
import { groundWords } from "../needs/ground";
import type { PanelProps } from "../together/state";
import { AgreementWords, NeedWords } from "../together/words";
import { CheckIn, isDue } from "./check-in";

export function Resolved({ together }: PanelProps) {
  const { session, agreements, checkIns } = together;
  const standing = agreements.filter(({ agreedAt }) => agreedAt !== null);
  return (
    <section class="together-part" aria-labelledby="resolved">
      <h2 id="resolved" tabIndex={-1}>{t("resolved.title")}</h2>
      <ul class="cards">
        {standing.map((one) => (
          <li key={one.id} class="card moment yes">
            <AgreementWords agreement={one} />
            {one.followUpDate && one.status === "IN_PROGRESS" && !isDue(session, one.id) && (
              <p class="hint">{t("resolved.reminder", { when: formatDate(one.followUpDate) })}</p>
            )}
            {checkIns[one.id] && <CheckIn session={session} checkIns={checkIns[one.id]!} />}
          </li>
        ))}
      </ul>
      <Door together={together} />
    </section>
  );
}

export function Closed({ together }: PanelProps) {
  const { session, comparison, ground } = together;
  const { empathy, partner: { name } } = session;
  const items = ground?.commonGround ?? [];
  const common = items.filter((item) => item.confirmedByMe && item.confirmedByPartner);
  const open = items.filter((item) => !common.includes(item));
  return (
    <section class="together-part" aria-labelledby="closed">
      <h2 id="closed" tabIndex={-1}>{t("closed.title")}</h2>
      <p>{t("closed.text")}</p>
      {comparison && <Comparison lists={comparison} session={session} />}
      {[[common, "closed.common"] as const, [open, "closed.open"] as const].map(([found, title]) => found.length > 0 && (
        <section key={title} class="card" aria-label={t(title)}>
          <h3>{t(title)}</h3>
          <ul class="cards">{found.map((item) => <li key={item.id}><NeedWords need={groundWords(item)} /></li>)}</ul>
        </section>
      ))}
      {empathy.myAttempt?.revealedAt && <Understood title={t("inline.myStatement", { name })} words={empathy.myAttempt.content} />}
      {empathy.partnerAttempt && <Understood title={t("inline.theirStatement", { name })} words={empathy.partnerAttempt.content} />}
      <Door together={together} />
    </section>
  );
}

function Understood({ title, words }: { title: string; words: string }) {
  return (
    <figure class="card quotation">
      <figcaption>{title}</figcaption>
      <blockquote dir="auto">{words}</blockquote>
    </figure>
  );
}

function Door({ together: { session: { id, partner: { name, joined } } } }: PanelProps) {
  return (
    <p class="actions">
      {joined && <a class="button" href={`/sessions/${id}/again`}>{t("resolved.again", { name })}</a>}
      <a href="/">{t("notFound.back")}</a>
    </p>
  );
}
