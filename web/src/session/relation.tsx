/** What the two are to each other, as each says for themselves. Nobody else is shown it. */
import type { Relation, Session } from "../api/types";
import { t } from "../messages";
import { Form, SelectField, type Values } from "../ui/form";
import { notice } from "../ui/page";
import { stateRelation } from "./state";

const RELATIONS: Relation[] = [
  "COUPLE", "FORMER_COUPLE", "PARENT_AND_CHILD", "RELATIVES", "FRIENDS", "FLATMATES", "COLLEAGUES", "FOUNDERS", "OTHER",
];

type RelationFieldProps = {
  hint: string;
  errors?: Record<string, string>;
  value?: Relation | null;
  onChange?: (value: string) => void;
};

export function RelationField({ hint, errors = {}, value = null, ...more }: RelationFieldProps) {
  const options = RELATIONS.map((one): [string, string] => [one, t(`relation.${one}`)]);
  return (
    <SelectField
      name="relation" label={t("relation.label")} hint={hint} errors={errors} value={value ?? ""}
      options={[["", t("relation.unsaid")], ...options]} {...more}
    />
  );
}

/** Nothing chosen is nothing said. */
export function relationIn({ relation = "" }: Values): Relation | null {
  return RELATIONS.find((one) => one === relation) ?? null;
}

export function OwnRelation({ session: { id, me, partner } }: { session: Session }) {
  async function save(values: Values): Promise<void> {
    await stateRelation(id, relationIn(values));
    notice.value = t("relation.saved");
  }
  const said = me.relation ? t(`relation.${me.relation}`) : t("relation.unsaid");
  return (
    <details class="own-relation">
      <summary>{t("relation.own", { said })}</summary>
      <Form submit={t("relation.save")} onSubmit={save}>
        {(errors) => <RelationField hint={t("relation.hint", { name: partner.name })} errors={errors} value={me.relation} />}
      </Form>
    </details>
  );
}
