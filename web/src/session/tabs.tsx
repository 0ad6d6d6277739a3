/** The parts of a session. What has not been looked at yet shows as a quiet number. */
import type { PendingType, Session } from "../api/types";
import { t } from "../messages";

/** What is waiting where the two do something together. */
export const TOGETHER_ITEMS: PendingType[] = [
  "needs_to_confirm", "common_ground_to_confirm", "ranking_due", "agreement_to_confirm", "follow_up_due",
];

export function Tabs({ session: { id, counts, me, pendingActions }, here }: { session: Session; here: "chat" | "together" | "share" }) {
  const together = pendingActions.filter(({ type, seenAt }) => TOGETHER_ITEMS.includes(type) && seenAt === null).length;
  return (
    <nav class="tabs" aria-label={t("tabs.label")}>
      <a href={`/sessions/${id}`} aria-current={here === "chat" ? "page" : undefined}>{t("tabs.chat")}</a>
      {me.stage >= 3 && (
        <a href={`/sessions/${id}/together`} aria-current={here === "together" ? "page" : undefined}>
          {t("tabs.together")} <Badge count={together} />
        </a>
      )}
      <a href={`/sessions/${id}/shared`} aria-current={here === "share" ? "page" : undefined}>
        {t("tabs.share")} <Badge count={counts.pending - together} />
      </a>
    </nav>
  );
}

export function Badge({ count }: { count: number }) {
  return count > 0 ? <span class="badge">{t("tabs.new", { count: String(count) })}</span> : null;
}
