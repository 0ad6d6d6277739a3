/** Where nothing fits: a proposal of one's own, or the plain word that both see each other's needs. There is always a way on. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { GroundItem, OneGround, Session } from "../api/types";
import { t } from "../messages";
import { Form } from "../ui/form";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { useKept } from "./kept";
import { NeedFields } from "./need-form";
import { change, focusOn } from "./state";

const EMPTY = { need: "", description: "", category: "CONNECTION" };

export function ProposeGround({ session, items }: { session: Session; items: GroundItem[] }) {
  const { id, partner: { name } } = session;
  const kept = useKept(`ground:${id}`, EMPTY);
  const isOpen = useSignal(kept.isBegun);
  const task = useTask();
  async function propose(item: Record<string, string>): Promise<void> {
    const answer = await change(id, api.post<OneGround>(`/sessions/${id}/common-ground/propose`, item));
    kept.forget();
    isOpen.value = false;
    focusOn(`ground-${answer.item.id}`);
  }
  if (!isOpen.value) {
    return (
      <>
        <Problem task={task} />
        <p class="hint">{t("ground.otherwise")}</p>
        <p class="actions">
          <button type="button" class="button" onClick={() => (isOpen.value = true)}>{t("ground.propose")}</button>
          {!items.some(({ kind }) => kind === "SEEN") && (
            <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(() => propose({ kind: "SEEN" }))}>
              {t("ground.seen")}
            </button>
          )}
        </p>
      </>
    );
  }
  return (
    <section class="card" aria-labelledby="ground-add">
      <h3 id="ground-add">{t("ground.propose")}</h3>
      <Form
        submit={t("ground.proposeSubmit", { name })} onSubmit={propose}
        aside={<button type="button" class="button quiet" onClick={() => (isOpen.value = false)}>{t("needs.leave")}</button>}
      >
        {(errors) => <NeedFields kept={kept} errors={errors} label={t("ground.need")} hint={t("ground.needHint", { name })} />}
      </Form>
    </section>
  );
}
