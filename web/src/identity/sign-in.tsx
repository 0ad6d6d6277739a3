import { t } from "../messages";
import { place } from "../router";
import { Form, TextField } from "../ui/form";
import { Page } from "../ui/page";
import { register, signIn } from "./state";

export function SignIn() {
  const { returnTo } = place.value;
  return (
    <Page title={t("signIn.title")} class="narrow" {...(returnTo?.startsWith("/join") && { lead: t("signIn.toInvitation") })}>
      <Form
        submit={t("signIn.submit")}
        onSubmit={({ email = "", password = "" }) => signIn({ email, password })}
        aside={<a href="/link">{t("signIn.byLink")}</a>}
      >
        {(errors) => (
          <>
            <TextField name="email" type="email" label={t("person.email")} errors={errors} autocomplete="username" required />
            <TextField
              name="password" type="password" label={t("person.password")} errors={errors}
              autocomplete="current-password" required
            />
          </>
        )}
      </Form>
      <p class="aside"><a href="/forgot">{t("signIn.forgot")}</a></p>
      <p class="aside">
        {t("signIn.noAccount")} <a href="/register" data-return-to={returnTo ?? undefined}>{t("signIn.register")}</a>
      </p>
    </Page>
  );
}

export function Register() {
  const { returnTo } = place.value;
  return (
    <Page title={t("register.title")} lead={t("register.text")} class="narrow">
      <Form
        submit={t("register.submit")}
        onSubmit={({ name = "", email = "", password = "" }) => register({ name, email, password })}
      >
        {(errors) => (
          <>
            <TextField
              name="name" label={t("person.name")} hint={t("person.nameHint")} errors={errors}
              autocomplete="name" maxLength={80} required
            />
            <TextField
              name="email" type="email" label={t("person.email")} hint={t("person.emailHint")} errors={errors}
              autocomplete="username" required
            />
            <TextField
              name="password" type="password" label={t("person.password")} hint={t("person.passwordHint")} errors={errors}
              autocomplete="new-password" minLength={8} maxLength={128} required
            />
          </>
        )}
      </Form>
      <p class="aside">
        {t("register.haveAccount")} <a href="/sign-in" data-return-to={returnTo ?? undefined}>{t("signIn.submit")}</a>
      </p>
    </Page>
  );
}
