/** The shell around every screen, and which address shows which. */
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { connected, useLive } from "./api/events";
import { Thoughts } from "./conversation/conversation";
import { Ledger, SharePage, Timeline } from "./empathy/shared";
import { AboutGuide, HelpPage } from "./help/help";
import { Goodbye, Settings } from "./identity/settings";
import { Forgot, LinkPage, Register, SignIn, Unsubscribe, Welcome } from "./identity/sign-in";
import { loadMe, me } from "./identity/state";
import { Invite, Join, NewSession } from "./invitation/invitation";
import { language, t } from "./messages";
import { navigate, place } from "./router";
import { Home } from "./session/home";
import { Compact, InSession, Room } from "./session/room";
import type { SessionProps } from "./session/state";
import { TogetherPage } from "./together/together-page";
import { Logo, NotFound, notice, Pending, QuickExit, SettingsIcon } from "./ui/page";

/** who: only for people who are signed in, only for those who are not, or for everybody. */
type Route = { path: RegExp; who: "members" | "guests" | "all"; screen: (id: string) => ComponentChild };

const inSession = (Inside: ComponentType<SessionProps>) => (id: string) =>
  <InSession id={id}>{(session) => <Inside session={session} />}</InSession>;

const ROUTES: Route[] = [
  { path: /^\/$/, who: "all", screen: () => (me.value ? <Home /> : <Welcome />) },
  { path: /^\/sign-in$/, who: "guests", screen: () => <SignIn /> },
  { path: /^\/register$/, who: "guests", screen: () => <Register /> },
  { path: /^\/link$/, who: "all", screen: () => <LinkPage /> },
  { path: /^\/forgot$/, who: "all", screen: () => <Forgot /> },
  { path: /^\/goodbye$/, who: "guests", screen: () => <Goodbye /> },
  { path: /^\/join$/, who: "all", screen: () => <Join /> },
  { path: /^\/unsubscribe$/, who: "all", screen: () => <Unsubscribe /> },
  { path: /^\/help$/, who: "all", screen: () => <HelpPage /> },
  { path: /^\/guide$/, who: "all", screen: () => <AboutGuide /> },
  { path: /^\/settings$/, who: "members", screen: () => <Settings /> },
  { path: /^\/consents$/, who: "members", screen: () => <Ledger /> },
  { path: /^\/sessions\/new$/, who: "members", screen: () => <NewSession session={null} /> },
  { path: /^\/sessions\/([\w-]+)$/, who: "members", screen: inSession(Room) },
  { path: /^\/sessions\/([\w-]+)\/shared$/, who: "members", screen: inSession(SharePage) },
  { path: /^\/sessions\/([\w-]+)\/together$/, who: "members", screen: (id) => <TogetherPage id={id} /> },
  { path: /^\/sessions\/([\w-]+)\/again$/, who: "members", screen: inSession(NewSession) },
  { path: /^\/sessions\/([\w-]+)\/timeline$/, who: "members", screen: inSession(Timeline) },
  { path: /^\/sessions\/([\w-]+)\/compact$/, who: "members", screen: inSession(Compact) },
  { path: /^\/sessions\/([\w-]+)\/thoughts$/, who: "members", screen: inSession(Thoughts) },
  { path: /^\/sessions\/([\w-]+)\/invitation$/, who: "members", screen: inSession(Invite) },
];

export function App() {
  const live = useLive(loadMe);
  const main = useRef<HTMLElement>(null);
  const { path } = place.value;
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);

  return <>
    <a class="skip" href="#main" onClick={(event) => skipTo(event, main.current)}>{t("app.skip")}</a>
    <header class="top">
      <a class="brand" href="/" aria-label={`${t("app.name")}: ${t("app.home")}`}><Logo /> <span>{t("app.name")}</span></a>
      {me.value && <a class="button quiet" href="/settings">
        <SettingsIcon />
        <span class="wide-only">{t("settings.title")}</span>
      </a>}
      <a class="button quiet" href="/help" aria-label={t("app.help")}>
        <span class="wide-only">{t("app.help")}</span>
        <span class="narrow-only">{t("app.helpShort")}</span>
      </a>
      <QuickExit />
    </header>
    <div class="banner" role="status">{!connected.value && <p>{t("app.offline")}</p>}</div>
    <main id="main" ref={main} tabIndex={-1}>
      {me.value === undefined && path !== "/help" ? <Pending live={live} /> : <Screen key={path} />}
    </main>
    <div class="notice" role="status">{notice.value && <p>{notice.value}</p>}</div>
    <footer class="bottom">
      <p>{t("app.notTherapy")}</p>
      <p><a href="/guide">{t("app.aboutGuide")}</a></p>
    </footer>
  </>;
}

function Screen() {
  const { path, returnTo } = place.value;
  const route = ROUTES.find((one) => one.path.test(path));
  const misplaced = (route?.who === "members" && !me.value) || (route?.who === "guests" && me.value);
  useEffect(() => {
    if (!misplaced) return;
    if (me.value) navigate(returnTo ?? "/", { replace: true });
    else navigate("/sign-in", { replace: true, returnTo: path });
  }, [misplaced]);
  if (!route) return <NotFound />;
  return misplaced ? null : <>{route.screen(route.path.exec(path)?.[1] ?? "")}</>;
}

// The address must not change: on some pages what follows the # is a token.
function skipTo(event: Event, target: HTMLElement | null): void {
  event.preventDefault();
  event.stopPropagation();
  target?.focus();
}
