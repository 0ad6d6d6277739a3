/**
 * What the two do together, from needs to looking back. All of it is loaded as one, after the session it belongs to: no screen
 * shows the session of one moment with the lists of another.
 */
import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client";
import type {
  Agreement, Agreements, CheckIns, Comparison, Ground, Help, Overlap, OwnNeed, OwnNeeds, Pool, Session, Strategy,
} from "../api/types";
import { keepHelp } from "../conversation/emotions";
import { me } from "../identity/state";
import { keep } from "../session/state";

type Action = Session["turn"]["actions"][number];

export type Together = {
  session: Session;
  needs: OwnNeed[];
  comparison: Comparison | null;
  ground: Ground | null;
  pool: Pool | null;
  overlap: Strategy[] | null;
  agreements: Agreement[];
  checkIns: Record<string, CheckIns>;
};

export type PanelProps = { together: Together };

export const togethers = signal<Record<string, Together>>({});

let asked = 0;
let answered = 0;

export function startTogether(): void {
  const viewer = computed(() => me.value?.id);
  effect(() => {
    viewer.value; // another person on this device finds nothing of the last one
    togethers.value = {};
  });
}

/** From Stage 3 on there is something to look at together. */
export function isTogether({ me: { stage } }: Session): boolean {
  return stage >= 3;
}

export function may({ turn }: Session, action: Action): boolean {
  return turn.actions.includes(action);
}

export function passed({ me: { stages } }: Session, gate: string): boolean {
  return Object.values(stages).some(({ gates }) => Boolean(gates[gate]));
}

export async function loadTogether(id: string): Promise<void> {
  const turn = ++asked;
  const { session } = await api.get<{ session: Session }>(`/sessions/${id}`);
  const found = isTogether(session) ? await loadLists(session) : null;
  if (turn < answered) return; // an older answer that took the longer way
  answered = turn;
  keep(session);
  if (found) togethers.value = { ...togethers.value, [id]: found };
}

async function loadLists(session: Session): Promise<Together> {
  const get = <T>(isThere: boolean, path: string) => (isThere ? api.get<T>(`/sessions/${session.id}/${path}`) : null);
  const isRevealed = passed(session, "needsRevealed");
  const isRepairing = session.phase !== null;
  const [own, comparison, ground, pool, overlap, listed] = await Promise.all([
    get<OwnNeeds>(true, "needs"),
    get<Comparison>(isRevealed, "needs/comparison"),
    get<Ground>(isRevealed, "common-ground"),
    get<Pool>(isRepairing, "strategies"),
    get<Overlap>(passed(session, "overlapIdentified"), "strategies/overlap"),
    get<Agreements>(isRepairing, "agreements"),
  ]);
  const agreements = listed?.agreements ?? [];
  const isOver = session.status === "RESOLVED";
  const looked = await Promise.all(agreements.map(({ id }) => get<CheckIns>(isOver, `agreements/${id}/check-in`)));
  const checkIns = Object.fromEntries(looked.flatMap((one) => (one ? [[one.agreement.id, one]] : [])));
  return { session, needs: own?.needs ?? [], comparison, ground, pool, overlap: overlap?.overlap ?? null, agreements, checkIns };
}

/** Whatever the server answers, the screen then shows how things stand: a refusal means that something has changed meanwhile. */
export async function change<T>(id: string, asking: Promise<T>): Promise<T> {
  try {
    const answer = await asking;
    const { help } = (answer ?? {}) as { help?: Help | null };
    if (help) keepHelp(id, help);
    return answer;
  } finally {
    await loadTogether(id).catch(() => undefined); // should this fail as well, the next event tries again
  }
}

/** For buttons that vanish when they have been pressed. Two frames: what the answer changed is drawn in the first. */
export function focusOn(elementId: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(elementId)?.focus()));
}
