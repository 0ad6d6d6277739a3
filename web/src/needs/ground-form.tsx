/** Where nothing fits: a proposal of one's own, or the plain word that both see each other's needs. There is always a way on. */
import { api } from "../api/client";
import type { GroundItem, OneGround, Session } from "../api/types";
import { t } from "../messages";
import { useKept } from "../together/kept";
import { Leave, Opening } from "../together/opening";
import { change, focusOn } from "../together/state";
import { Form, type Values } from "../ui/form";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { NeedFields } from "./need-form";

const EMPTY = { need: "", description: "", category: "CONNECTION" };

export function ProposeGround({ session, items }: { session: Session; items: GroundItem[] }) {
  const { id, partner: { name } } = session;
  const kept = useKept(`ground:${id}`, EMPTY);
  const task = useTask();
  async function propose(words: Values, close?: () => void): Promise<void> {
    const { item } = await change(id, api.post<OneGround>(`/sessions/${id}/common-ground/propose`, words));
    if (close) kept.forget();
    close?.();
    focusOn(`ground-${item.id}`);
  }
  const seen = !items.some(({ kind }) => kind === "SEEN") && (
    <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(() => propose({ kind: "SEEN" }))}>
      {t("ground.seen")}
    </button>
  );
  return (
    <>
      <p class="hint">{t("ground.otherwise")}</p>
      <Problem task={task} />
      <Opening id="ground-add" title={t("ground.propose")} isBegun={kept.isBegun} aside={seen}>
        {(close) => (
          <Form
            submit={t("ground.proposeSubmit", { name })} onSubmit={(values) => propose(values, close)}
            aside={<Leave onLeave={close} words={t("needs.leave")} />}
          >
            {(errors) => <NeedFields kept={kept} errors={errors} label={t("ground.need")} hint={t("ground.needHint", { name })} />}
          </Form>
        )}
      </Opening>
    </>
  );
}
