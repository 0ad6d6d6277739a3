/** How a need, an idea and an agreement read, wherever they stand. */
import type { Agreement, NeedCategory, SharedNeed, Strategy } from "../api/types";
import { formatDate, t } from "../messages";

export const CATEGORIES = ["SAFETY", "CONNECTION", "AUTONOMY", "RECOGNITION", "MEANING", "FAIRNESS"] as const;

type NeedLike = Pick<SharedNeed, "need" | "description"> & { category: NeedCategory | null };

export function NeedWords({ need: { need, category, description } }: { need: NeedLike }) {
  return (
    <>
      {category && <p class="kind">{t(`category.${category}`)}</p>}
      <p class="need" dir="auto">{need}</p>
      {description && <p class="quiet" dir="auto">{description}</p>}
    </>
  );
}

export function IdeaWords({ idea: { description, duration, measureOfSuccess } }: { idea: Omit<Strategy, "id" | "needsAddressed"> }) {
  return (
    <>
      <p class="need" dir="auto">{description}</p>
      <Terms duration={duration} measure={measureOfSuccess} />
    </>
  );
}

export function AgreementWords({ agreement }: { agreement: Agreement }) {
  const { type, description, duration, measureOfSuccess, followUpDate } = agreement;
  return (
    <>
      <p class="kind">{t(`agreement.${type}`)}</p>
      <p class="need" dir="auto">{description}</p>
      <Terms duration={duration} measure={measureOfSuccess} followUp={followUpDate} />
    </>
  );
}

function Terms({ duration, measure, followUp = null }: { duration: string | null; measure: string | null; followUp?: string | null }) {
  if (!duration && !measure && !followUp) return null;
  return (
    <dl class="terms">
      {duration && <div><dt>{t("terms.duration")}</dt><dd dir="auto">{duration}</dd></div>}
      {measure && <div><dt>{t("terms.measure")}</dt><dd dir="auto">{measure}</dd></div>}
      {followUp && <div><dt>{t("agreement.followUp")}</dt><dd>{formatDate(followUp)}</dd></div>}
    </dl>
  );
}
