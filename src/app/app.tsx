// The composition root: the client, the session, the manifest and the screen at the current address.

import {
  type CSSProperties,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router-dom';
import useSWR, { mutate, SWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { useStore } from 'zustand';
import type { ManifestEntry } from '#src/core/linked.ts';
import { guardedScreen } from '#src/core/linked-guard.ts';
import { matchRoute } from '#src/core/route.ts';
import type { Scope } from '#src/core/scope.ts';
import { AppPortsProvider } from '#src/render/app-ports.ts';
import { askConfirm, ConfirmHost } from '#src/render/confirm.tsx';
import type { AppPorts } from '#src/render/dispatch.ts';
import { asFailure } from '#src/render/failure.ts';
import { LoadBoundary, PageBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import { ManifestProvider } from '#src/render/manifest.ts';
import { RegistriesProvider } from '#src/render/parts.tsx';
import { ApiProvider } from '#src/render/ports.ts';
import { Screen } from '#src/render/screen.tsx';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { SwitchesProvider } from '#src/render/switches.ts';
import { TellProvider } from '#src/render/tell.ts';
import { unsavedStore } from '#src/render/unsaved.ts';
import { VisitProvider } from '#src/render/visit.ts';
import { createHitLog } from '#src/session/hits.ts';
import { isOn } from '#src/session/parameters.ts';
import type { SessionState } from '#src/session/session-state.ts';
import { refreshSession, signIn } from '#src/session/sign-in.ts';
import {
  baseYear,
  clearSession,
  followOtherTabs,
  hasPermission,
  sessionStore,
  useSession,
} from '#src/session/store.ts';
import { takeWish, wishFor } from '#src/session/wanted-path.ts';
import { shareSearch } from '#src/shell/notifications/share.ts';
import { Snackbars, showSnackbar } from '#src/shell/snackbars.tsx';
import { observeCalls } from '#src/studio/call-log.ts';
import { dataCredit, helpSite, productName } from './base-path.ts';
import { client, mismatchStore, onDefinitions, onSessionEnd, whenAnswered } from './client.ts';
import { askEveryMs, followDefinitions } from './follow-definitions.ts';
import { registries } from './registries.ts';
import { perSession, tellFailure, useForgetting } from './session-cache.ts';
import { useKnownPlaces } from './use-known-places.ts';
import { useTheme } from './use-theme.ts';

declare const __VERSION__: string;

const Shell = lazyPart(async () => (await import('#src/shell/shell.tsx')).Shell);
const InspectorHost = lazyPart(async () => (await import('#src/studio/inspector-host.tsx')).InspectorHost);
const InspectButton = lazyPart(async () => (await import('#src/studio/inspector-host.tsx')).InspectButton);
const NotFound = lazyPart(async () => (await import('#src/shell/not-found.tsx')).NotFound);
const Mismatch = lazyPart(async () => (await import('#src/shell/dialogs/mismatch.tsx')).Mismatch);

/** Told once for each version. */
function MismatchHost() {
  const shown = useStore(mismatchStore, (state) => state.shown);
  const close = () => mismatchStore.setState({ shown: null });
  return shown === null ? null : (
    <LoadBoundary onClose={close}>
      <Suspense fallback={null}>
        <Mismatch kind={shown.kind} own={__VERSION__} other={shown.version} onClose={close} />
      </Suspense>
    </LoadBoundary>
  );
}

const logHit = createHitLog({
  now: () => performance.now(),
  // A count that fails is not worth a message.
  send: (path) => void client.call('user.loghit', { body: { path } }).catch(() => undefined),
});

/** The name above a page without a frame. */
const plainStyle = { '--cad-product': JSON.stringify(productName) } as CSSProperties;

interface Manifest {
  readonly version: string;
  readonly today?: string;
  readonly entries: readonly ManifestEntry[];
}

function scopeBase(state: SessionState, today: string): Omit<Scope, 'params' | 'data'> {
  const { user, userInfo } = state;
  return {
    user: user ? { id: user.id, username: user.username, full_name: user.full_name } : null,
    session: {
      baseYear: baseYear(state),
      selectedBaseyear: state.selectedBaseyear ?? baseYear(state),
      selectedDistrict: state.selectedDistrict,
      company: userInfo?.company.name ?? '',
      version: __VERSION__,
      parameters: userInfo?.company.params ?? {},
    },
    roles: userInfo?.perms.roles ?? [],
    perms: userInfo?.perms.perms ?? [],
    today,
  };
}

function usePorts(): AppPorts {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      navigate: (to, options) => {
        if (options?.newTab) window.open(to, '_blank', 'noopener');
        else void navigate(to, { replace: options?.replace ?? false });
      },
      snackbar: showSnackbar,
      confirm: askConfirm,
      share: shareSearch,
      session: {
        signIn,
        refresh: async () => {
          const { mvp4AuthToken } = sessionStore.getState();
          refreshSession(await client.call('session.userinfo'), mvp4AuthToken);
        },
        signOut: async () => {
          if (sessionStore.getState().mvp4AuthToken !== null) {
            await whenAnswered();
            await client.call('session.signout').catch(() => undefined);
          }
          clearSession();
          void navigate('/app/login', { replace: true });
        },
      },
    }),
    [navigate],
  );
}

const log = observeCalls(client);
const editorOf = (path: string) => `/studio/edit?path=${encodeURIComponent(path)}`;

function useMayInspect(): boolean {
  return useSession((s) => s.mvp4AuthToken !== null && hasPermission(s, 'defnU'));
}

/** Lets those who edit definitions look at how a page is made; costs others nothing. */
function Inspectable({ children }: { readonly children: ReactNode }) {
  if (!useMayInspect()) return children;
  return (
    <ApiProvider value={log.api}>
      <Suspense fallback={<Skeleton />}>
        <InspectorHost calls={log.calls} editorOf={editorOf}>
          {children}
        </InspectorHost>
      </Suspense>
    </ApiProvider>
  );
}

function askForUser(): void {
  const { mvp4AuthToken } = sessionStore.getState();
  client.call('session.userinfo').then(
    (answer) => refreshSession(answer, mvp4AuthToken),
    () => undefined,
  );
}

export function App() {
  useTheme();
  const ports = usePorts();
  const token = useSession((s) => s.mvp4AuthToken);
  useEffect(followOtherTabs, []);
  const {
    data: manifest,
    error,
    mutate: again,
  } = useSWR(['manifest', token], () => client.call('definition.manifest') as Promise<Manifest>, {
    // The answer is 304 as long as nothing changed; a failure is asked again later and later.
    refreshInterval: askEveryMs,
    revalidateOnFocus: true,
    focusThrottleInterval: 5_000,
    errorRetryInterval: 10_000,
    keepPreviousData: false,
  });
  useEffect(
    () => followDefinitions(() => void mutate((key) => Array.isArray(key) && key[0] === 'manifest')),
    [],
  );
  useEffect(() => {
    // Any answer may tell that definitions changed, such as that of one's own publishing.
    onDefinitions.run = () => void mutate((key) => Array.isArray(key) && key[0] === 'manifest');
    return () => {
      onDefinitions.run = () => undefined;
    };
  }, []);
  useEffect(() => {
    if (token !== null) askForUser();
  }, [token]);
  const version = manifest?.version ?? null;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (version === null || version === known.current) return;
    // Rights and menu may have changed with it; the first one comes with the user.
    if (known.current !== null && token !== null) askForUser();
    known.current = version;
  }, [version, token]);
  const entries = manifest?.entries ?? [];
  const cached = useMemo(
    () => ({ shouldRetryOnError: false, use: [perSession(token)], onError: tellFailure }),
    [token],
  );
  const userInfo = useSession((s) => s.userInfo);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parameters are other switches
  const switches = useCallback((name: string) => isOn(sessionStore.getState(), name), [userInfo]);
  return (
    <SWRConfig value={cached}>
      <TellProvider value={tellFailure}>
        <ApiProvider value={client}>
          <RegistriesProvider value={registries}>
            <ManifestProvider value={entries}>
              <SwitchesProvider value={switches}>
                <AppPortsProvider value={ports}>
                  {manifest ? (
                    <PageBoundary>
                      <Routed manifest={manifest} token={token} />
                    </PageBoundary>
                  ) : error ? (
                    <div className="cad-page-message">
                      <ErrorCard
                        title="The application could not be loaded"
                        failure={asFailure(error)}
                        onRetry={() => void again()}
                      />
                    </div>
                  ) : null}
                  <MismatchHost />
                  <ConfirmHost />
                  <Snackbars />
                </AppPortsProvider>
              </SwitchesProvider>
            </ManifestProvider>
          </RegistriesProvider>
        </ApiProvider>
      </TellProvider>
    </SWRConfig>
  );
}

/** Applies the routing rules of the specification to the current address. */
function Routed({ manifest, token }: { readonly manifest: Manifest; readonly token: string | null }) {
  const signedIn = token !== null;
  const location = useLocation();
  const navigate = useNavigate();
  const match = useMemo(() => matchRoute(manifest.entries, location.pathname), [manifest, location.pathname]);
  const access = match?.entry.access ?? 'auth';
  const here = `${location.pathname}${location.search}${location.hash}`;
  const redirect =
    !signedIn && access === 'auth' ? '/app/login' : signedIn && access === 'public' ? 'home' : null;

  useEffect(() => {
    onSessionEnd.run = () => {
      const path = window.location.pathname;
      if (/\/(?:app\/)?(?:login|logout)$/.test(path)) return;
      wishFor(here);
      clearSession();
      // What was typed is kept as a draft and offered again; nothing is to be asked of who has no session.
      void navigate('/app/logout?force=true', { replace: true });
    };
  }, [here, navigate]);

  useEffect(() => {
    if (redirect === '/app/login') {
      wishFor(here);
      void navigate('/app/login', { replace: true });
    } else if (redirect === 'home') {
      const wish = takeWish((pathname) => matchRoute(manifest.entries, pathname) !== null);
      void navigate(wish ?? '/app/dashboard', { replace: true });
    }
  }, [redirect, here, manifest, navigate]);

  const visit = useVisitOf(location.pathname);
  useForgetting(token, visit);

  if (redirect !== null) return null;
  return (
    <Frame signedIn={signedIn}>
      <VisitProvider value={visit}>
        <PageBoundary key={location.pathname}>
          <Page
            entry={match?.entry ?? null}
            routeParams={match?.params ?? {}}
            signedIn={signedIn}
            today={manifest.today ?? ''}
          />
        </PageBoundary>
      </VisitProvider>
    </Frame>
  );
}

/** Coming back to a route is another visit of it. */
function useVisitOf(route: string): string {
  const [visit, setVisit] = useState({ route, count: 1 });
  if (visit.route === route) return String(visit.count);
  setVisit({ route, count: visit.count + 1 });
  return String(visit.count + 1);
}

function Page({
  entry: offered,
  routeParams: matched,
  signedIn,
  today,
}: {
  readonly entry: ManifestEntry | null;
  readonly routeParams: { readonly [id: string]: string };
  readonly signedIn: boolean;
  readonly today: string;
}) {
  const location = useLocation();
  const [title, setTitle] = useState('');
  const state = useSession((s) => s);
  const base = useMemo(() => scopeBase(state, today), [state, today]);
  const { setDirty, isDirty } = useUnsavedGuard();
  // A page that is withdrawn while somebody types on it stays, so that nothing is lost.
  const [opened, setOpened] = useState({ entry: offered, routeParams: matched });
  if (offered !== null && offered !== opened.entry) setOpened({ entry: offered, routeParams: matched });
  // No route matches any more, so its parameters are those of before.
  const { routeParams } = offered === null ? opened : { routeParams: matched };
  // Decided once: what the page does afterwards, a moment without unsaved text included, must not take it away.
  const [kept, setKept] = useState(false);
  if (offered === null && !kept && isDirty()) setKept(true);
  if (offered !== null && kept) setKept(false);
  const entry = offered ?? (kept || isDirty() ? opened.entry : null);
  const {
    data: screen,
    error,
    mutate: again,
  } = useSWRImmutable(
    entry ? ['definition', entry.hash] : null,
    async () => guardedScreen(await client.call('definition.get', { params: { hash: entry?.hash } })),
    { keepPreviousData: true },
  );
  const known = useKnownPlaces(entry, routeParams);
  const found = entry !== null && known !== false;
  const shownTitle = found ? title : 'Page not found';
  useEffect(() => {
    document.title = shownTitle === '' ? productName : `${productName} - ${shownTitle}`;
    sessionStore.setState({ title: shownTitle });
  }, [shownTitle]);
  const help = found && screen ? screen.help : null;
  useEffect(() => {
    sessionStore.setState({ helpLink: help === null || helpSite === '' ? null : `${helpSite}/${help}` });
  }, [help]);
  const counted = signedIn && found && screen !== undefined && screen.hits !== false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, also one to the same page
  useEffect(() => {
    if (counted) logHit(location.pathname);
  }, [counted, location.key]);

  let content: ReactNode;
  if (!found) content = <NotFound />;
  else if (error && !(screen && isDirty()))
    content = (
      <ErrorCard
        title="This page could not be loaded"
        failure={asFailure(error)}
        onRetry={() => void again()}
      />
    );
  else if (!screen || known === undefined) content = <Skeleton />;
  else
    content = (
      <>
        {offered === null || error ? (
          <p className="cad-withdrawn" role="status">
            {offered === null
              ? 'This page is not available to you any more.'
              : `This page has changed, and what it is now could not be loaded: ${asFailure(error).message}`}{' '}
            What you typed is still here; copy what you need before you leave.
          </p>
        ) : null}
        <Screen
          screen={screen}
          routeParams={routeParams}
          base={base}
          visit={location.key}
          onTitle={setTitle}
          setDirty={setDirty}
        />
      </>
    );
  return <Suspense fallback={null}>{signedIn ? <Inspectable>{content}</Inspectable> : content}</Suspense>;
}

/** What stays while pages change: the shell of who is signed in, or an empty page. */
function Frame({ signedIn, children }: { readonly signedIn: boolean; readonly children: ReactNode }) {
  const title = useSession((s) => s.title);
  const mayInspect = useMayInspect();
  if (!signedIn)
    return (
      <main className="cad-plain" style={plainStyle}>
        {children}
      </main>
    );
  return (
    <Suspense fallback={null}>
      <Shell
        onSessionEnd={() => onSessionEnd.run()}
        product={productName}
        title={title}
        credit={dataCredit}
        tools={
          mayInspect ? (
            <Suspense fallback={null}>
              <InspectButton />
            </Suspense>
          ) : null
        }
      >
        {children}
      </Shell>
    </Suspense>
  );
}

/** Signing out by force, as at the end of a session, asks nothing. */
function isForced(pathname: string, search: string): boolean {
  return /\/(?:app\/)?logout$/.test(pathname) && new URLSearchParams(search).get('force') === 'true';
}

/** Asks before unsaved input is left, inside the application and at the browser's own close. */
function useUnsavedGuard(): {
  readonly setDirty: (dirty: boolean) => void;
  readonly isDirty: () => boolean;
} {
  const dirty = useRef(false);
  const isDirty = useCallback(() => dirty.current, []);
  const setDirty = useCallback((next: boolean) => {
    dirty.current = next;
    unsavedStore.setState({ dirty: next });
  }, []);
  useEffect(() => () => unsavedStore.setState({ dirty: false }), []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isForced(nextLocation.pathname, nextLocation.search),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askConfirm({
      title: 'Unsaved changes',
      text: 'What you typed on this page is not saved. Leave it?',
      confirm: 'Leave without saving',
      intent: 'danger',
    }).then((leave) => {
      if (leave) {
        setDirty(false);
        blocker.proceed();
      } else blocker.reset();
    });
  }, [blocker, setDirty]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return { setDirty, isDirty };
}
