import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/live";
import type { Moment } from "../api/types";
import { formatMoment, isKey, t } from "../messages";
import { Page, Pending } from "../ui/page";
import { SessionGone } from "./gone";
import { loadSession, sessions } from "./state";

/** What happened and when, as far as the viewer may know it. */
export function Timeline({ id }: { id: string }) {
  const moments = useSignal<Moment[] | null>(null);
  const live = useLive(async () => {
    const [found] = await Promise.all([api.get<{ items: Moment[] }>(`/sessions/${id}/timeline`), loadSession(id)]);
    moments.value = found.items;
  }, id);
  const session = sessions.value[id];
  if (live.error?.code === "NOT_FOUND") return <SessionGone />;
  if (!session || !moments.value) return <Pending live={live} />;
  const { name } = session.partner;
  return (
    <Page title={t("timeline.title")} lead={t("timeline.lead", { name })} class="narrow">
      <ol class="card timeline">
        {moments.value.map((moment, index) => (
          <li key={index}>
            <span>{wordsOf(moment, name)}</span>
            <time class="quiet" dateTime={moment.at}>{formatMoment(moment.at)}</time>
          </li>
        ))}
      </ol>
      <p class="actions"><a href={`/sessions/${id}`}>{t("share.back")}</a></p>
    </Page>
  );
}

/** A kind of a newer server keeps its key for words. */
function wordsOf({ by, kind }: Moment, name: string): string {
  const key = `timeline.${by}.${kind}`;
  return isKey(key) ? t(key as "timeline.ME.INVITED", { name }) : kind;
}
