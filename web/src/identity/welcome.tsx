import { t } from "../messages";
import { Logo } from "../ui/icons";
import { Page } from "../ui/page";

export function Welcome() {
  return (
    <Page title={t("welcome.title")} lead={t("welcome.text")} class="welcome">
      <Logo class="welcome-logo" />
      <p class="actions">
        <a class="button primary" href="/register">{t("welcome.start")}</a>
        <a class="button" href="/sign-in">{t("welcome.signIn")}</a>
      </p>
      <ul class="promises">
        <li><strong>{t("welcome.private")}</strong> {t("welcome.privateText")}</li>
        <li><strong>{t("welcome.pace")}</strong> {t("welcome.paceText")}</li>
        <li><strong>{t("welcome.small")}</strong> {t("welcome.smallText")}</li>
      </ul>
    </Page>
  );
}
