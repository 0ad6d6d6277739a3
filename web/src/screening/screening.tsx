/**
 * Three questions for the person alone, about danger. They are folded until somebody wants to see them, since others may look
 * over a shoulder; each can be left out, and all of it. What follows from a yes shows to nobody else.
 */
import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import { useLive } from "../api/events";
import type { Help, Inquiry, ScreeningBody, ScreeningView, Told } from "../api/types";
import { Lines } from "../help/help";
import { t } from "../messages";
import { act } from "../session/state";
import { Choices } from "../ui/form";
import { notice, QuickExit } from "../ui/page";
import { CARE, focusOn, TITLE, useTakesFocus } from "../ui/sight";
import { Button, useTask } from "../ui/task";

type Answers = Partial<Record<Inquiry, Told>>;
type OnAnswer = (answers: Answers) => Promise<void>;

/** In a session a yes begins care, which is drawn there; before there is one, help is shown here. */
export function Screening({ sessionId }: { sessionId?: string }) {
  const path = sessionId ? `/sessions/${sessionId}/screening` : "/me/screening";
  const found = useSignal<ScreeningView | null>(null);
  const isOpen = useSignal(false);
  useLive(async () => {
    found.value ??= await api.get<ScreeningView>(path); // once: it must not vanish under the finger
  }, path);
  async function answer(answers: Answers): Promise<void> {
    const body: ScreeningBody = answers;
    const told = await (sessionId ? act<ScreeningView>(sessionId, "screening", body) : api.post<ScreeningView>(path, body));
    found.value = told;
    if (!told.help) notice.value = t("screening.thanks");
    if (sessionId || !told.help) focusOn(told.help ? CARE : TITLE);
  }
  if (!found.value) return null;
  const { offered, questions, help } = found.value;
  if (help && !sessionId) return <HelpFound help={help} onClose={() => (found.value = { offered: null, questions, help: null })} />;
  if (!offered) return null;
  return <section class="card moment" aria-labelledby="screening">
    <h2 id="screening">{t("screening.title")}</h2>
    <p>{t("screening.text")}</p>
    {isOpen.value ? <Questions questions={questions} onAnswer={answer} /> : <Folded onOpen={() => (isOpen.value = true)} onAnswer={answer} />}
  </section>;
}

function Folded({ onOpen, onAnswer }: { onOpen: () => void; onAnswer: OnAnswer }) {
  const task = useTask();
  return <>
    {task.problem}
    <p class="actions">
      <Button onClick={onOpen}>{t("screening.open")}</Button>
      {task.button(t("screening.skip"), () => onAnswer({}), "quiet")}
    </p>
  </>;
}

const TOLD: Told[] = ["yes", "no", "rather_not"];

function Questions({ questions, onAnswer }: { questions: Inquiry[]; onAnswer: OnAnswer }) {
  const first = useTakesFocus<HTMLParagraphElement>();
  const answers = useSignal<Answers>({});
  const task = useTask();
  function choose(question: Inquiry, value: string): void {
    const told = TOLD.find((one) => one === value);
    if (told) answers.value = { ...answers.peek(), [question]: told };
  }
  return <>
    <p ref={first} tabIndex={-1} class="quiet">{t("screening.kept")}</p>
    {questions.map((question) => <Choices
      key={question} legend={t(`screening.${question}`)} name={`screening-${question}`}
      options={TOLD.map((told) => [told, t(`screening.${told}`)] as const)}
      chosen={answers.value[question] ?? null} onChoose={(value) => choose(question, value)}
    />)}
    {task.problem}
    <p class="actions">
      {task.button(t("screening.done"), () => onAnswer(answers.peek()), "primary")}
      {task.button(t("screening.skip"), () => onAnswer({}), "quiet")}
    </p>
  </>;
}

function HelpFound({ help, onClose }: { help: Help; onClose: () => void }) {
  const heading = useTakesFocus();
  function close(): void {
    onClose();
    focusOn(TITLE);
  }
  return <section class="card moment care" aria-labelledby="screening">
    <h2 id="screening" ref={heading} tabIndex={-1}>{t("care.title")}</h2>
    <p>{t("screening.heard")}</p>
    <Lines about={help.label} known={help} />
    <p class="actions">
      <QuickExit words={t("care.leave")} />
      <Button kind="quiet" onClick={close}>{t("screening.close")}</Button>
    </p>
  </section>;
}
