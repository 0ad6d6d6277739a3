/** One need of one's own: to say yes to, to put into other words, or to leave out. */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { OneNeed, OwnNeed, OwnNeeds } from "../api/types";
import { t } from "../messages";
import { useKept } from "../together/kept";
import { Leave } from "../together/opening";
import { change, focusOn } from "../together/state";
import { NeedWords } from "../together/words";
import { Form } from "../ui/form";
import { Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { NeedFields } from "./need-form";

type NeedCardProps = { sessionId: string; need: OwnNeed; canChange: boolean };

function cardOf({ id }: OwnNeed): string {
  return `need-${id}`;
}

function confirm(sessionId: string, { id }: OwnNeed): Promise<OwnNeeds> {
  const confirmations = [{ needId: id, confirmed: true }];
  return change(sessionId, api.post<OwnNeeds>(`/sessions/${sessionId}/needs/confirm`, { confirmations }));
}

export function NeedCard({ sessionId, need, canChange }: NeedCardProps) {
  const isRewording = useSignal(false);
  const task = useTask();
  const { evidence, confirmed, needsReframing } = need;
  async function say(): Promise<void> {
    await confirm(sessionId, need);
    focusOn(cardOf(need));
  }
  async function remove(): Promise<void> {
    await change(sessionId, api.delete(`/sessions/${sessionId}/needs/${need.id}`));
    focusOn("needs-title");
  }
  function reword(isOpen: boolean): void {
    isRewording.value = isOpen;
    focusOn(cardOf(need));
  }
  return (
    <article class={`card moment ${confirmed ? "yes" : ""}`} id={cardOf(need)} tabIndex={-1} aria-label={need.need}>
      <NeedWords need={need} />
      {evidence.length > 0 && (
        <figure class="evidence">
          <figcaption>{t("needs.evidence")}</figcaption>
          {evidence.map((quote) => <blockquote key={quote} dir="auto">{quote}</blockquote>)}
        </figure>
      )}
      {needsReframing && !isRewording.value && <p class="concern"><strong>{t("needs.reframing")}</strong> {needsReframing}</p>}
      {confirmed && !isRewording.value && <p class="said-yes">{t("needs.confirmed")}</p>}
      {isRewording.value ? <Reword sessionId={sessionId} need={need} onDone={() => reword(false)} /> : canChange && (
        <>
          <Problem task={task} />
          <p class="actions">
            {!confirmed && (
              <button type="button" class="button" aria-disabled={task.busy} onClick={() => task.run(say)}>{t("needs.confirm")}</button>
            )}
            <button type="button" class="button quiet" onClick={() => reword(true)}>{t("needs.reword")}</button>
            <button type="button" class="button quiet" aria-disabled={task.busy} onClick={() => task.run(remove)}>{t("needs.remove")}</button>
          </p>
        </>
      )}
    </article>
  );
}

/** Whoever words a need anew has said yes to it. */
function Reword({ sessionId, need, onDone }: { sessionId: string; need: OwnNeed; onDone: () => void }) {
  const { id, need: before, description, category } = need;
  const kept = useKept(`need:${sessionId}:${id}`, { need: before, description, category });
  async function save(values: Record<string, string>): Promise<void> {
    await change(sessionId, api.patch<OneNeed>(`/sessions/${sessionId}/needs/${id}`, values));
    await confirm(sessionId, need);
    kept.forget();
    onDone();
  }
  function leave(): void {
    kept.forget();
    onDone();
  }
  return (
    <Form
      submit={t("needs.save")} onSubmit={save}
      aside={<Leave onLeave={leave} words={t("needs.leave")} />}
    >
      {(errors) => (
        <>
          <p class="before"><span class="quiet">{t("needs.before")}</span> <s dir="auto">{before}</s></p>
          <NeedFields kept={kept} errors={errors} label={t("needs.after")} />
        </>
      )}
    </Form>
  );
}
