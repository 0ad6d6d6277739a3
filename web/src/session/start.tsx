/** How a session begins: with whom and about what, what the two are to each other, and the compact both sign. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { CompactStatus, CreatedSession, Relation, Session } from "../api/types";
import { keepLink } from "../invitation/invite";
import { formatDay, t } from "../messages";
import { navigate } from "../router";
import { Form, SelectField, TextField, type Values } from "../ui/form";
import { notice, Page, Pending } from "../ui/page";
import { useTask } from "../ui/task";
import { act, keep, keepHelp, may, type SessionProps } from "./state";

/** After another session with the same partner, their name is there already. */
export function NewSession({ before = null }: { before?: Session | null }) {
  async function create({ partnerName = "", topic = "", ...more }: Values): Promise<void> {
    const about = { partnerName, ...(topic && { topic }), relation: relationIn(more) };
    const { session, invitation, help } = await api.post<CreatedSession>("/sessions", about);
    keep(session);
    keepLink(session.id, invitation);
    keepHelp(session.id, help);
    navigate(`/sessions/${session.id}/invitation`, { replace: true });
  }
  return (
    <Page title={t("new.title")} lead={t("new.text")} class="narrow">
      <Form submit={t("new.submit")} onSubmit={create} aside={<a href="/">{t("app.cancel")}</a>}>
        <TextField
          name="partnerName" label={t("new.partner")} hint={t("new.partnerHint")} autocomplete="off" maxLength={80} required
          defaultValue={before?.partner.name ?? ""}
        />
        <RelationField hint={t("relation.newHint")} value={before?.me.relation ?? null} />
        <TextField name="topic" label={t("new.topic")} hint={t("new.topicHint")} autocomplete="off" maxLength={200} />
      </Form>
    </Page>
  );
}

const RELATIONS: Relation[] = [
  "COUPLE", "FORMER_COUPLE", "PARENT_AND_CHILD", "RELATIVES", "FRIENDS", "FLATMATES", "COLLEAGUES", "FOUNDERS", "OTHER",
];

type RelationFieldProps = { hint: string; value?: Relation | null; onChange?: (value: string) => void };

/** What the two are to each other, as each says for themselves. Nobody else is shown it. */
export function RelationField({ hint, value = null, ...more }: RelationFieldProps) {
  const options = RELATIONS.map((one): [string, string] => [one, t(`relation.${one}`)]);
  return (
    <SelectField
      name="relation" label={t("relation.label")} hint={hint} value={value ?? ""}
      options={[["", t("relation.unsaid")], ...options]} {...more}
    />
  );
}

/** Nothing chosen is nothing said. */
export function relationIn({ relation = "" }: Values): Relation | null {
  return RELATIONS.find((one) => one === relation) ?? null;
}

export function OwnRelation({ session: { id, me, partner } }: SessionProps) {
  async function save(values: Values): Promise<void> {
    await act(id, "relation", { relation: relationIn(values) }, "put");
    notice.value = t("relation.saved");
  }
  const said = me.relation ? t(`relation.${me.relation}`) : t("relation.unsaid");
  return (
    <details class="own-relation">
      <summary>{t("relation.own", { said })}</summary>
      <Form submit={t("relation.save")} onSubmit={save}>
        <RelationField hint={t("relation.hint", { name: partner.name })} value={me.relation} />
      </Form>
    </details>
  );
}

export function Compact({ session }: SessionProps) {
  const { id, partner: { name } } = session;
  const status = useSignal<CompactStatus | null>(null);
  const task = useTask();
  const live = useLive(async () => {
    status.value = await api.get<CompactStatus>(`/sessions/${id}/compact/status`);
  }, id);
  if (!status.value) return <Pending live={live} />;
  const { signedAt, partnerSigned } = status.value;
  async function sign(): Promise<void> {
    await act(id, "compact/sign");
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
        <p>{signedAt ? t("compact.signed", { when: formatDay(signedAt) }) : t("compact.asMe", { name: session.me.name })}</p>
        <p class="quiet">{t(partnerSigned ? "compact.partnerSigned" : "compact.partnerNot", { name })}</p>
      </div>
      {task.problem}
      <p class="actions">
        {may(session, "SIGN_COMPACT") && task.button(t("compact.sign"), sign, "primary")}
        <a href={`/sessions/${id}`}>{t("compact.back")}</a>
      </p>
    </Page>
  );
}
