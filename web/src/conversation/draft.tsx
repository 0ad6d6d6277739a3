import { t } from "../messages";

type DraftProps = { text: string; onTakeOver?: ((text: string) => void) | undefined };

/** A wording the guide proposes: a quiet card under its reply, to be taken into the statement and changed, or left alone. */
export function Draft({ text, onTakeOver }: DraftProps) {
  return (
    <figure class="draft">
      <figcaption>{t("conversation.draftTitle")}</figcaption>
      <blockquote dir="auto">{text}</blockquote>
      {onTakeOver && <button type="button" class="button" onClick={() => onTakeOver(text)}>{t("statement.take")}</button>}
    </figure>
  );
}
