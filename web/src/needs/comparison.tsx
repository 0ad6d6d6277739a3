/** The two lists of needs, side by side, once both have shared theirs. */
import { useRef } from "preact/hooks";
import { api } from "../api/client";
import type { Comparison as Lists, Session, SharedNeed } from "../api/types";
import { t } from "../messages";
import { NeedWords } from "../together/words";
import { useOnScreen } from "../ui/on-screen";

type ComparisonProps = { lists: Lists; session: Session };

export function Comparison({ lists: { mine, partner }, session: { id, partner: { name } } }: ComparisonProps) {
  return (
    <div class="side-by-side">
      <List title={t("comparison.mine")} needs={mine} kind="mine" />
      <List
        title={t("comparison.theirs", { name })} needs={partner} kind="theirs"
        onShown={() => api.post(`/sessions/${id}/needs/comparison/seen`)}
      />
    </div>
  );
}

type ListProps = { title: string; needs: SharedNeed[]; kind: string; onShown?: () => Promise<unknown> };

function List({ title, needs, kind, onShown }: ListProps) {
  const section = useRef<HTMLElement>(null);
  useOnScreen(section, onShown ?? null, kind);
  return (
    <section ref={section} class={`card list ${kind}`} aria-label={title}>
      <h3>{title}</h3>
      {needs.length === 0 ? <p class="quiet">{t("comparison.none")}</p> : (
        <ul>
          {needs.map((need) => <li key={need.id}><NeedWords need={need} /></li>)}
        </ul>
      )}
    </section>
  );
}
