import { t } from "../messages";
import { NotFound } from "../ui/page";

export function SessionGone() {
  return <NotFound text={t("notFound.session")} />;
}
