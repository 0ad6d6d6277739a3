/** The two lists of needs, side by side, once both have shared theirs. */
import type { Comparison as Lists, SharedNeed } from "../api/types";
import { t } from "../messages";
import { NeedWords } from "../together/words";

export function Comparison({ lists: { mine, partner }, name }: { lists: Lists; name: string }) {
  return (
    <div class="side-by-side">
      <List title={t("comparison.mine")} needs={mine} kind="mine" />
      <List title={t("comparison.theirs", { name })} needs={partner} kind="theirs" />
    </div>
  );
}

function List({ title, needs, kind }: { title: string; needs: SharedNeed[]; kind: string }) {
  return (
    <section class={`card list ${kind}`} aria-label={title}>
      <h3>{title}</h3>
      {needs.length === 0 ? <p class="quiet">{t("comparison.none")}</p> : (
        <ul>
          {needs.map((need) => <li key={need.id}><NeedWords need={need} /></li>)}
        </ul>
      )}
    </section>
  );
}
