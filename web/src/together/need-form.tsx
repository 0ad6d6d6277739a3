/** The fields of a need, and a need one names oneself. What is half written stays, and the form stays open for it. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { OneNeed } from "../api/types";
import { t } from "../messages";
import { Form, SelectField, TextArea, TextField } from "../ui/form";
import { useKept, type Kept } from "./kept";
import { change, focusOn } from "./state";
import { CATEGORIES } from "./words";

type Fields = { need: string; description: string; category: string };
type FieldsProps = { kept: Kept<Fields>; errors: Record<string, string>; label: string; hint?: string };

export function NeedFields({ kept, errors, label, hint }: FieldsProps) {
  return (
    <>
      <TextField
        {...kept.field("need")} label={label} {...(hint && { hint })} errors={errors}
        autocomplete="off" maxLength={200} required autofocus
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
  const isOpen = useSignal(kept.isBegun);
  async function add(values: Record<string, string>): Promise<void> {
    const { need } = await change(sessionId, api.post<OneNeed>(`/sessions/${sessionId}/needs`, values));
    kept.forget();
    isOpen.value = false;
    focusOn(`need-${need.id}`);
  }
  if (!isOpen.value) {
    return <p class="actions"><button type="button" class="button" onClick={() => (isOpen.value = true)}>{t("needs.add")}</button></p>;
  }
  return (
    <section class="card" aria-labelledby="need-add">
      <h3 id="need-add">{t("needs.add")}</h3>
      <Form
        submit={t("needs.addSubmit")} onSubmit={add}
        aside={<button type="button" class="button quiet" onClick={() => (isOpen.value = false)}>{t("needs.leave")}</button>}
      >
        {(errors) => <NeedFields kept={kept} errors={errors} label={t("needs.need")} hint={t("needs.needHint")} />}
      </Form>
    </section>
  );
}
