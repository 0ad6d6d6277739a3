import { useLive } from "../api/live";
import { formatDay, t } from "../messages";
import { navigate } from "../router";
import { Page, Pending, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { SessionGone } from "./gone";
import { compacts, loadCompact, loadSession, sessions, signCompact } from "./state";

export function Compact({ id }: { id: string }) {
  const live = useLive(() => Promise.all([loadSession(id), loadCompact(id)]), id);
  const task = useTask();
  const session = sessions.value[id];
  const status = compacts.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (!session || !status) return <Pending live={live} />;

  const name = session.partner.name;
  async function sign(): Promise<void> {
    await signCompact(id);
    navigate(`/sessions/${id}`, { replace: true });
  }
  return (
    <Page title={t("compact.title")} lead={t("compact.intro", { name })} class="narrow">
      <ol class="card compact">
        <li><strong>{t("compact.curious")}</strong> {t("compact.curiousText")}</li>
        <li><strong>{t("compact.self")}</strong> {t("compact.selfText")}</li>
        <li><strong>{t("compact.ammunition")}</strong> {t("compact.ammunitionText")}</li>
        <li><strong>{t("compact.kind")}</strong> {t("compact.kindText")}</li>
      </ol>
      <div role="status">
        <p>
          {status.signedAt ? t("compact.signed", { when: formatDay(status.signedAt) }) : t("compact.asMe", { name: session.me.name })}
        </p>
        <p class="quiet">{t(status.partnerSigned ? "compact.partnerSigned" : "compact.partnerNot", { name })}</p>
      </div>
      <Problem task={task} />
      <p class="actions">
        {session.turn.actions.includes("SIGN_COMPACT") && (
          <button type="button" class="button primary" aria-disabled={task.busy} onClick={() => task.run(sign)}>
            {t("compact.sign")}
          </button>
        )}
        <a href={`/sessions/${id}`}>{t("compact.back")}</a>
      </p>
    </Page>
  );
}
