import { t } from "../messages";

const NEAR_LIMIT = 200;

/** How much room is left, once it gets scarce. */
export function Counted({ text, limit }: { text: string; limit: number }) {
  const left = limit - [...text].length;
  if (left >= NEAR_LIMIT) return null;
  return (
    <p class={left < 0 ? "problem" : "hint"}>
      {left < 0 ? t("composer.over", { count: String(-left) }) : t("composer.left", { count: String(left) })}
    </p>
  );
}
