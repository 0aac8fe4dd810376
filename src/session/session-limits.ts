// How long a session lives without activity, and whether it has run out.
import { isOn } from './parameters.ts';
import type { SessionState } from './session-state.ts';
import { sessionStore, systemParameter } from './store.ts';

export const defaultMinutes = 480;
export const minute = 60_000;
/** After so much of a session that is shorter than the notice, the question is asked. */
const earliestNotice = 10_000;
const notice = 2 * minute;

export interface Limits {
  /** Milliseconds without activity that a session lives. */
  readonly length: number;
  /** Milliseconds without activity after which the question is asked. */
  readonly warnAfter: number;
}

/** Null when the company's sessions do not end by inactivity. */
export function limitsOf(state: SessionState): Limits | null {
  if (state.mvp4AuthToken === null || !isOn(state, 'SESSENBL')) return null;
  const given = Number(systemParameter(state, 'SESSMINS') ?? defaultMinutes);
  const length = (Number.isFinite(given) && given > 0 ? given : defaultMinutes) * minute;
  const warnAfter = length - notice;
  return { length, warnAfter: warnAfter > 0 ? warnAfter : earliestNotice };
}

/** True when the session has run out while this tab could not look, so that no call may go out with its token. */
export function hasRunOut(now: number): boolean {
  const state = sessionStore.getState();
  const end = watchedEnd(state);
  return limitsOf(state) !== null && end !== null && end <= now;
}

/** When a session ends by inactivity. Until somebody watches over it, its logout time is the default, which ends nothing. */
export function watchedEnd({ lastActive, logoutTime }: SessionState): number | null {
  return lastActive === null ? null : logoutTime;
}
