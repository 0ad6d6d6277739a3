/** The fields of a need, and a need one names oneself. What is half written stays, and the form stays open for it. */
import { api } from "../api/client";
import type { OneNeed } from "../api/types";
import { t } from "../messages";
import { useKept, type Kept } from "../together/kept";
import { Leave, Opening } from "../together/opening";
import { change, focusOn } from "../together/state";
import { CATEGORIES } from "../together/words";
import { Form, SelectField, TextArea, TextField, type Values } from "../ui/form";

type Fields = { need: string; description: string; category: string };
type FieldsProps = { kept: Kept<Fields>; errors: Record<string, string>; label: string; hint?: string };

export function NeedFields({ kept, errors, label, hint }: FieldsProps) {
  return (
    <>
      <TextField
        {...kept.field("need")} label={label} {...(hint && { hint })} errors={errors}
        autocomplete="off" maxLength={200} required
      />
      <TextArea {...kept.field("description")} label={t("needs.description")} errors={errors} rows={2} autocomplete="off" maxLength={500} />
      <SelectField
        name="category" label={t("needs.category")} errors={errors} value={kept.values.value.category}
        options={CATEGORIES.map((one) => [one, t(`category.${one}`)])} onChange={(value) => kept.set("category", value)}
      />
    </>
  );
}

export function AddNeed({ sessionId }: { sessionId: string }) {
  const kept = useKept(`need:${sessionId}`, { need: "", description: "", category: "CONNECTION" });
  async function add(values: Values, close: () => void): Promise<void> {
    const { need } = await change(sessionId, api.post<OneNeed>(`/sessions/${sessionId}/needs`, values));
    kept.forget();
    close();
    focusOn(`need-${need.id}`);
  }
  return (
    <Opening id="need-add" title={t("needs.add")} isBegun={kept.isBegun}>
      {(close) => (
        <Form submit={t("needs.addSubmit")} onSubmit={(values) => add(values, close)} aside={<Leave onLeave={close} words={t("needs.leave")} />}>
          {(errors) => <NeedFields kept={kept} errors={errors} label={t("needs.need")} hint={t("needs.needHint")} />}
        </Form>
      )}
    </Opening>
  );
}
