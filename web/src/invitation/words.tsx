/** A few words with the invitation, or an e-mail. What is refused stays in the form, with the reason. */
import { useSignal } from "@preact/signals";
import type { ApiError } from "../api/client";
import { focusCare } from "../conversation/care";
import { t } from "../messages";
import { loadSession } from "../session/state";
import { Form, TextArea, TextField } from "../ui/form";
import { notice } from "../ui/page";
import { makeLink } from "./state";

export function Words({ id, name }: { id: string; name: string }) {
  const email = useSignal("");
  async function send(to: string, message: string): Promise<void> {
    const words = { ...(to && { email: to }), ...(message && { message }) };
    const { mailed } = await makeLink(id, words).catch(async (failure: ApiError) => {
      if (failure.code === "SAFETY_HOLD") await showCare(id);
      throw failure;
    });
    notice.value = !to ? t("invite.made") : mailed ? t("invite.mailed", { email: to }) : t("invite.notMailed");
  }
  return (
    <details class="card">
      <summary>{t("invite.wordsTitle")}</summary>
      <p>{t("invite.wordsText")}</p>
      <Form
        submit={t(email.value ? "invite.sendMail" : "invite.send")}
        onSubmit={({ email = "", message = "" }) => send(email, message)}
      >
        {(errors) => (
          <>
            <TextArea
              name="message" label={t("invite.message", { name })} hint={t("invite.messageHint")} errors={errors} maxLength={1000}
            />
            <TextField
              name="email" type="email" label={t("invite.email", { name })} hint={t("invite.emailHint")} errors={errors}
              autocomplete="off" onInput={(event) => (email.value = event.currentTarget.value)}
            />
          </>
        )}
      </Form>
    </details>
  );
}

async function showCare(id: string): Promise<void> {
  await loadSession(id);
  requestAnimationFrame(focusCare); // once it is drawn
}
