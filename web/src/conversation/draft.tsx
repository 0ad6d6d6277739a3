import { t } from "../messages";

/** A wording the guide proposes: a quiet card under its reply, to be taken over and changed, or left alone. */
export function Draft({ text, onTakeOver }: { text: string; onTakeOver: (text: string) => void }) {
  return (
    <figure class="draft">
      <figcaption>{t("conversation.draftTitle")}</figcaption>
      <blockquote dir="auto">{text}</blockquote>
      <button type="button" class="button" onClick={() => onTakeOver(text)}>{t("conversation.draftCopy")}</button>
    </figure>
  );
}
