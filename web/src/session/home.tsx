/** All sessions of a person: first those in which they are asked for something. */
import { useSignal } from "@preact/signals";
import { useLive } from "../api/events";
import type { SessionItem } from "../api/types";
import { Inherited } from "../identity/settings";
import { me } from "../identity/state";
import { formatMoment, t } from "../messages";
import { Screening } from "../screening/screening";
import { Page, Pending } from "../ui/page";
import { Button, useTask } from "../ui/task";
import { Badge } from "./room";
import { pagedList } from "./state";

const { items, hasMore, load, more } = pagedList<SessionItem>("/sessions", 30);

export function Home() {
  const archived = useSignal(false);
  const which = { archived: String(archived.value) };
  const live = useLive(() => load(which), which.archived);
  const task = useTask();
  const found = items.value;
  function toggleArchived(): void {
    items.value = null;
    archived.value = !archived.value;
  }
  const title = archived.value ? t("home.archived") : t("home.title", { name: me.value?.name ?? "" });
  return <Page title={title} class="home">
    <Inherited />
    <Screening />
    {!found && <Pending live={live} />}
    {found?.length === 0 && (archived.value ? <p class="lead">{t("home.noneArchived")}</p> : <Empty />)}
    {found && found.length > 0 && <>
      {!archived.value && <p class="actions"><a class="button primary" href="/sessions/new">{t("home.new")}</a></p>}
      <Group title={t("home.yours")} items={found.filter(waitsForMe)} />
      <Group title={t("home.others")} items={found.filter((item) => !waitsForMe(item) && !isOver(item))} />
      <Group title={t("home.past")} items={found.filter(isOver)} />
    </>}
    {task.problem}
    <p class="actions">
      {found && hasMore.value && task.button(t("home.more"), () => more(which))}
      {found && (
        <Button kind="quiet" onClick={toggleArchived}>{t(archived.value ? "home.hideArchived" : "home.showArchived")}</Button>
      )}
    </p>
  </Page>;
}

const isEnded = ({ status }: SessionItem) => status === "ENDED";

/** With an agreement, and nothing of it to look back on now. */
function isOver(item: SessionItem): boolean {
  return isEnded(item) || (item.status === "RESOLVED" && item.badgeCount === 0);
}

function waitsForMe(item: SessionItem): boolean {
  return !isOver(item) && item.turn === "YOURS";
}

function Group({ title, items }: { title: string; items: SessionItem[] }) {
  if (items.length === 0) return null;
  return <section>
    <h2>{title}</h2>
    <ul class="session-list">{items.map((item) => <li key={item.id}><Item item={item} /></li>)}</ul>
  </section>;
}

function Item({ item }: { item: SessionItem }) {
  return <a class="session-item" href={`/sessions/${item.id}`}>
    <span class="avatar" aria-hidden="true">{isEnded(item) ? "·" : [...item.partnerName][0]}</span>
    <span class="session-item-text">
      <strong>{isEnded(item) ? t("session.ended") : t("home.with", { name: item.partnerName })}</strong>
      {item.topic && <span>{item.topic}</span>}
      {!isEnded(item) && <span class="tags">
        <span class={waitsForMe(item) ? "tag yours" : "tag"}>{standing(item)}</span>
        <Badge count={item.badgeCount} />
      </span>}
    </span>
    <time class="quiet" dateTime={item.lastActivityAt}>{formatMoment(item.lastActivityAt)}</time>
  </a>;
}

function standing(item: SessionItem): string {
  if (item.status === "RESOLVED") return t(isOver(item) ? "home.resolved" : "home.lookBack");
  if (waitsForMe(item)) return t("home.yourTurn");
  if (item.waitingFor === "ANALYSIS") return t(item.stage > 2 ? "turn.grounding" : "turn.analysis");
  if (item.waitingFor === "PARTNER_JOIN") return t("home.notJoined");
  return item.waitingFor ? t("turn.partner", { name: item.partnerName }) : t("home.next");
}

function Empty() {
  return <section class="card welcome-card">
    <h2>{t("home.emptyTitle")}</h2>
    <p>{t("home.emptyText")}</p>
    <ol class="steps">
      <li>{t("home.emptyStep1")}</li>
      <li>{t("home.emptyStep2")}</li>
      <li>{t("home.emptyStep3")}</li>
    </ol>
    <p class="actions"><a class="button primary" href="/sessions/new">{t("home.new")}</a></p>
  </section>;
}
