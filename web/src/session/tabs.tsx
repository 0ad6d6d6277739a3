/** The two parts of a session. What has not been looked at yet shows as a quiet number. */
import type { Session } from "../api/types";
import { t } from "../messages";

export function Tabs({ session: { id, counts }, here }: { session: Session; here: "chat" | "share" }) {
  return (
    <nav class="tabs" aria-label={t("tabs.label")}>
      <a href={`/sessions/${id}`} aria-current={here === "chat" ? "page" : undefined}>{t("tabs.chat")}</a>
      <a href={`/sessions/${id}/shared`} aria-current={here === "share" ? "page" : undefined}>
        {t("tabs.share")} <Badge count={counts.pending} />
      </a>
    </nav>
  );
}

export function Badge({ count }: { count: number }) {
  return count > 0 ? <span class="badge">{t("tabs.new", { count: String(count) })}</span> : null;
}
