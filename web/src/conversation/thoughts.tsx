import { useLive } from "../api/live";
import { t } from "../messages";
import { SessionGone } from "../session/gone";
import { loadSession, sessions } from "../session/state";
import { Page, Pending } from "../ui/page";
import { Care } from "./care";
import { Chat } from "./chat";
import { handOverFocus } from "./composer";

export function Thoughts({ id }: { id: string }) {
  const live = useLive(() => loadSession(id), id);
  const session = sessions.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (!session) return <Pending live={live} />;
  const { name } = session.partner;
  return (
    <Page title={t("thoughts.title")} lead={t("thoughts.lead")} class="narrow thoughts">
      <ul class="promises">
        <li>{t("thoughts.promise1", { name })}</li>
        <li>{t("thoughts.promise2")}</li>
        <li>{t("thoughts.promise3")}</li>
      </ul>
      <p class="actions"><a href={`/sessions/${id}`}>{t("thoughts.back")}</a></p>
      <Chat
        place={`${id}/inner-thoughts`} title={t("thoughts.log")} empty={t("thoughts.empty")} label={t("thoughts.label")}
        canWrite={session.status !== "ENDED"} isMain isHelpInSight={session.care !== null}
      >
        {session.care && <Care session={session} onGoOn={handOverFocus} />}
      </Chat>
    </Page>
  );
}
