import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { newId } from '#src/render/new-id.ts';
import { keptKeys, readStored } from './stored.ts';

export interface SessionUser {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly company: { readonly id: number; readonly name: string; readonly baseDate: string };
}

export interface MenuItem {
  readonly title: string;
  readonly action?: string | null;
  readonly activeon?: readonly string[];
  readonly activematch?: readonly string[];
  readonly items?: readonly MenuItem[];
  readonly active?: boolean;
}

export interface UserInfo {
  readonly company: {
    readonly name: string;
    readonly baseDate: string;
    readonly params: { readonly [name: string]: unknown };
  };
  readonly perms: { readonly roles: readonly string[]; readonly perms: readonly string[] };
  readonly menu: readonly MenuItem[];
}

/** The specification's session store; only what is kept over a reload is written to the browser's storage. */
export interface SessionState {
  readonly mvp4AuthToken: string | null;
  readonly sessionId: string | null;
  readonly user: SessionUser | null;
  readonly userInfo: UserInfo | null;
  readonly pathAfterLogin: string | null;
  readonly title: string;
  readonly helpLink: string | null;
  readonly showDrawer: boolean;
  readonly drawerPinned: boolean;
  readonly selectedDistrict: string | null;
  readonly selectedBaseyear: number | null;
  /** District of the last export, offered first for the next. */
  readonly exportedDistrict: string | null;
  readonly company: SessionUser['company'] | null;
  /** Rows that a person has hidden, by user id and name of the search. */
  readonly hiddenSearchRows: { readonly [user: string]: { readonly [search: string]: readonly number[] } };
  /** Stamp of the system parameters that `userInfo` holds. */
  readonly sysparamUpdateTime: string | null;
  readonly unseenUpdates: number;
  readonly sbMobileView: boolean;
  readonly notificationCount: number | null;
  /** The tab that polls for all tabs. */
  readonly notificationMaster: string | null;
  /** Milliseconds since 1970 of the last activity in any tab. */
  readonly lastActive: number | null;
  /** When the session ends without activity, in milliseconds since 1970. */
  readonly logoutTime: number | null;
  /** Since when 'Are you still there?' is shown. */
  readonly logoutDlgShownAt: number | null;
  /** What the user chose to see; `system` follows the operating system. */
  readonly theme: 'system' | 'light' | 'dark';
}

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
