/** Where an idea is written, for the first time or anew. How long and how one would notice are asked for, and may stay open. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import type { NewStrategy, Proposed, Refinement, Strategy } from "../api/types";
import { t } from "../messages";
import { isKept, useKept } from "../together/kept";
import { Leave, Opening } from "../together/opening";
import { change, focusOn } from "../together/state";
import { Form, TextArea, TextField, type Values } from "../ui/form";

/** How the guide would word an idea, offered beside it until the writer has taken it or not. */
export const refinements = signal<Record<string, Refinement>>({});

export function leaveRefinement(ideaId: string): void {
  const { [ideaId]: _, ...others } = refinements.peek();
  refinements.value = others;
}

type FormProps = { name: string; begin: Omit<Strategy, "id" | "needsAddressed">; submit: string; onSubmit: (idea: NewStrategy) => Promise<void>; onClose: () => void };

export function IdeaForm({ name, begin, submit, onSubmit, onClose }: FormProps) {
  const kept = useKept(name, {
    description: begin.description, duration: begin.duration ?? "", measureOfSuccess: begin.measureOfSuccess ?? "",
  });
  async function send({ description = "", duration, measureOfSuccess }: Values): Promise<void> {
    await onSubmit({ description, duration: duration || null, measureOfSuccess: measureOfSuccess || null });
    kept.forget();
  }
  return (
    <Form submit={submit} onSubmit={send} aside={<Leave onLeave={onClose} words={t("needs.leave")} />}>
      {(errors) => (
        <>
          <TextArea
            {...kept.field("description")} label={t("idea.description")} hint={t("idea.descriptionHint")} errors={errors}
            rows={3} autocomplete="off" maxLength={800} required
          />
          <TextField {...kept.field("duration")} label={t("idea.duration")} hint={t("idea.durationHint")} errors={errors} autocomplete="off" maxLength={200} />
          <TextField {...kept.field("measureOfSuccess")} label={t("idea.measure")} hint={t("idea.measureHint")} errors={errors} autocomplete="off" maxLength={200} />
        </>
      )}
    </Form>
  );
}

const EMPTY = { description: "", duration: null, measureOfSuccess: null };

export function AddIdea({ sessionId, isFirst }: { sessionId: string; isFirst: boolean }) {
  const name = `idea:${sessionId}`;
  async function add(idea: NewStrategy, close: () => void): Promise<void> {
    const { strategy, refinement } = await change(sessionId, api.post<Proposed>(`/sessions/${sessionId}/strategies`, idea));
    if (refinement) refinements.value = { ...refinements.peek(), [strategy.id]: refinement };
    close();
    focusOn(`idea-${strategy.id}`);
  }
  return (
    <Opening id="idea-add" title={t("ideas.add")} isBegun={isKept(name)} isMain={isFirst}>
      {(close) => <IdeaForm name={name} begin={EMPTY} submit={t("ideas.addSubmit")} onSubmit={(idea) => add(idea, close)} onClose={close} />}
    </Opening>
  );
}
