import { useSignal } from "@preact/signals";
import type { Consent } from "../api/types";
import { t } from "../messages";
import { Confirm } from "../ui/confirm";
import { focusTitle, notice, Problem } from "../ui/page";
import { useTask } from "../ui/task";
import { takeBack } from "./consents";

/** Unseen words come back; what was seen is only left out from now on, and the question says so. */
export function TakeBack({ consent }: { consent: Consent }) {
  const isAsking = useSignal(false);
  const task = useTask();
  async function confirm(): Promise<void> {
    await takeBack(consent);
    notice.value = t("ledger.done");
    focusTitle();
  }
  return (
    <>
      <Problem task={task} />
      <button type="button" class="button" aria-disabled={task.busy} onClick={() => (isAsking.value = true)}>{t("share.takeBack")}</button>
      {isAsking.value && (
        <Confirm
          title={t("ledger.takeBackTitle")} text={t(consent.seenAt ? "ledger.takeBackSeen" : "ledger.takeBackUnseen")}
          yes={t("ledger.takeBackConfirm")} no={t("ledger.leaveIt")}
          onYes={() => task.run(confirm)} onNo={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}
