import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { newId } from '#src/api/new-id.ts';
import type { SessionState, SessionUser, UserInfo } from './session-state.ts';
import { keptKeys, readStored } from './stored.ts';

const storageKey = 'cadastre.session';

const initial: SessionState = {
  mvp4AuthToken: null,
  sessionId: null,
  user: null,
  userInfo: null,
  pathAfterLogin: null,
  title: '',
  helpLink: null,
  showDrawer: true,
  drawerPinned: true,
  selectedDistrict: null,
  selectedBaseyear: null,
  exportedDistrict: null,
  company: null,
  hiddenSearchRows: {},
  sysparamUpdateTime: null,
  unseenUpdates: 0,
  sbMobileView: false,
  notificationCount: null,
  notificationMaster: null,
  lastActive: null,
  logoutTime: null,
  logoutDlgShownAt: null,
  theme: 'system',
};

/** Storage may be blocked or full: then the session lives in memory only. */
function stored(): Partial<SessionState> {
  try {
    return readStored(localStorage.getItem(storageKey));
  } catch {
    return {};
  }
}

function keep(state: SessionState): void {
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify(Object.fromEntries(keptKeys.map((key) => [key, state[key]]))),
    );
  } catch {
    // Nothing is lost but the memory of a reload.
  }
}

/** When a session ends whose end nothing else decides: eight hours after the page has loaded. */
const defaultLength = 8 * 60 * 60_000;

/** What is loaded with the page. */
function loaded(): SessionState {
  const state = { ...initial, ...stored() };
  if (state.mvp4AuthToken === null || state.lastActive !== null) return state;
  return { ...state, logoutTime: Date.now() + defaultLength };
}

export const sessionStore = createStore<SessionState>()(loaded);

sessionStore.subscribe((state, before) => {
  if (keptKeys.some((key) => state[key] !== before[key])) keep(state);
});

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(sessionStore, select);
}

/** Follows sign-in, sign-out and activity of the other tabs. Returns the function that stops following. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    const next = stored();
    const hiddenSearchRows = next.hiddenSearchRows ?? {};
    // What a tab does not know, it would overwrite with its next activity.
    if (JSON.stringify(hiddenSearchRows) !== JSON.stringify(sessionStore.getState().hiddenSearchRows))
      sessionStore.setState({ hiddenSearchRows });
    sessionStore.setState({
      lastActive: next.lastActive ?? null,
      logoutTime: next.logoutTime ?? null,
      logoutDlgShownAt: next.logoutDlgShownAt ?? null,
    });
    if ((next.mvp4AuthToken ?? null) === sessionStore.getState().mvp4AuthToken) return;
    sessionStore.setState({
      mvp4AuthToken: next.mvp4AuthToken ?? null,
      sessionId: next.sessionId ?? null,
      user: next.user ?? null,
      userInfo: next.userInfo ?? null,
    });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Takes up a session that begins now. */
export function beginSession(session: {
  readonly mvp4AuthToken: string;
  readonly user: SessionUser;
  readonly userInfo: UserInfo;
}): void {
  sessionStore.setState({
    ...session,
    sessionId: newId(),
    company: session.user.company,
    logoutTime: Date.now() + defaultLength,
  });
}

/** What sign-out clears. */
export function clearSession(): void {
  sessionStore.setState({
    user: null,
    userInfo: null,
    mvp4AuthToken: null,
    sessionId: null,
    lastActive: null,
    logoutDlgShownAt: null,
    logoutTime: null,
    company: null,
    sysparamUpdateTime: null,
    notificationCount: null,
    notificationMaster: null,
  });
}

/** System admin is user id 1; otherwise the permission must be in the user's list. */
export function hasPermission(state: SessionState, permission: string): boolean {
  return state.user?.id === 1 || (state.userInfo?.perms.perms.includes(permission) ?? false);
}

export function hasRole(state: SessionState, role: string): boolean {
  return state.userInfo?.perms.roles.includes(role) ?? false;
}

/** A system parameter of the company; an unset one is null. */
export function systemParameter(state: SessionState, name: string): unknown {
  return state.userInfo?.company.params[name] ?? null;
}

/** The year of the company's base date: what the footer calls LT year. */
export function baseYear(state: SessionState): number {
  const year = Number((state.userInfo?.company.baseDate ?? '').slice(0, 4));
  return Number.isInteger(year) && year > 0 ? year : new Date().getFullYear();
}
