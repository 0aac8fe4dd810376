// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Inactivity } from './inactivity.ts';
import { hasRunOut, limitsOf } from './session-limits.ts';
import { clearSession, sessionStore } from './store.ts';

const company = { id: 1, name: 'Office', baseDate: '2025-07-01' };
const start = Date.UTC(2026, 0, 5, 9);

function signedIn(params: { readonly [name: string]: unknown }): void {
  sessionStore.setState({
    mvp4AuthToken: 't',
    user: { id: 2, username: 'u', full_name: 'U', company },
    userInfo: {
      company: { name: 'Office', baseDate: '2025-07-01', params },
      perms: { roles: [], perms: [] },
      menu: [],
    },
  });
}

/** Clocks and timers that a test moves. */
function world() {
  let wall = start;
  let steady = 0;
  let next = 1;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  const told = { ended: 0, warned: 0, synced: [] as number[] };
  const pass = (ms: number) => {
    const end = steady + ms;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      timers.delete(due[0]);
      wall += due[1].at - steady;
      steady = due[1].at;
      due[1].run();
    }
    wall += end - steady;
    steady = end;
  };
  return {
    told,
    pass,
    jump: (ms: number) => {
      wall += ms;
    },
    freeze: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    now: () => wall,
    ports: {
      now: () => wall,
      elapsed: () => steady,
      later: (run: () => void, ms: number) => {
        timers.set(next, { at: steady + ms, run });
        return next++;
      },
      cancel: (timer: unknown) => void timers.delete(timer as number),
      onEnd: () => {
        told.ended += 1;
      },
      onWarning: () => {
        told.warned += 1;
      },
      sync: (expiry: number) => {
        told.synced.push(expiry);
      },
    },
  };
}

const minute = 60_000;

beforeEach(() => clearSession());
afterEach(() => clearSession());

describe('inactivity', () => {
  it('ends nothing unless SESSENBL is on', () => {
    signedIn({ SESSMINS: 1 });
    const { ports, pass, told } = world();
    new Inactivity(ports).look();
    pass(24 * 60 * minute);
    expect([limitsOf(sessionStore.getState()), told.ended, told.warned]).toEqual([null, 0, 0]);
  });

  it('lasts 480 minutes unless SESSMINS says otherwise, and asks two minutes before', () => {
    signedIn({ SESSENBL: 'Y' });
    expect(limitsOf(sessionStore.getState())).toEqual({ length: 28_800_000, warnAfter: 28_680_000 });
    signedIn({ SESSENBL: 1, SESSMINS: '30' });
    const { ports, pass, told } = world();
    new Inactivity(ports).look();
    pass(28 * minute - 1_000);
    expect(told.warned).toBe(0);
    pass(2_000);
    expect([told.warned, told.ended]).toEqual([1, 0]);
    expect(sessionStore.getState().logoutDlgShownAt).not.toBeNull();
    pass(2 * minute);
    expect([told.warned, told.ended]).toEqual([1, 1]);
  });

  it('asks after ten seconds where two minutes before would be at once', () => {
    signedIn({ SESSENBL: true, SESSMINS: 2 });
    const { ports, pass, told } = world();
    new Inactivity(ports).look();
    pass(9_500);
    expect(told.warned).toBe(0);
    pass(1_000);
    expect(told.warned).toBe(1);
  });

  it('begins anew with any activity, which closes the question and counts once a second', () => {
    signedIn({ SESSENBL: true, SESSMINS: 10 });
    const { ports, pass, told, now } = world();
    const watch = new Inactivity(ports);
    watch.look();
    pass(8 * minute + 1_000);
    expect(told.warned).toBe(1);
    watch.active();
    expect(sessionStore.getState().logoutDlgShownAt).toBeNull();
    expect(sessionStore.getState().logoutTime).toBe(now() + 10 * minute);
    const { lastActive } = sessionStore.getState();
    pass(400);
    watch.active();
    expect(sessionStore.getState().lastActive).toBe(lastActive);
    pass(700);
    watch.active();
    expect(sessionStore.getState().lastActive).toBe(now());
    pass(7 * minute);
    expect([told.warned, told.ended]).toEqual([1, 0]);
  });

  it('tells the server the new end at most every five minutes', () => {
    signedIn({ SESSENBL: true, SESSMINS: 60 });
    const { ports, pass, told } = world();
    const watch = new Inactivity(ports);
    watch.look();
    for (let i = 0; i < 12; i++) {
      pass(minute);
      watch.active();
    }
    expect(told.synced).toEqual([60, 64, 69].map((minutes) => start + minutes * minute));
  });

  it('ends at once after an hour in a frozen tab, and lets no call out before', () => {
    signedIn({ SESSENBL: true, SESSMINS: 30 });
    const { ports, pass, freeze, told, now } = world();
    const watch = new Inactivity(ports);
    watch.look();
    pass(minute);
    expect(hasRunOut(now())).toBe(false);
    freeze(60 * minute);
    expect(hasRunOut(now())).toBe(true);
    watch.active();
    expect(told.ended).toBe(1);
  });

  it('is not lengthened by a clock that is set back', () => {
    signedIn({ SESSENBL: true, SESSMINS: 30 });
    const { ports, pass, jump, told } = world();
    new Inactivity(ports).look();
    pass(minute);
    jump(-10 * 60 * minute);
    pass(30 * minute);
    expect(told.ended).toBe(1);
  });

  it('counts what another tab has seen', () => {
    signedIn({ SESSENBL: true, SESSMINS: 10 });
    const { ports, pass, told, now } = world();
    new Inactivity(ports).look();
    pass(8 * minute + 1_000);
    expect(told.warned).toBe(1);
    sessionStore.setState({ lastActive: now(), logoutTime: now() + 10 * minute, logoutDlgShownAt: null });
    pass(7 * minute);
    expect([told.warned, told.ended]).toEqual([1, 0]);
    pass(4 * minute);
    expect([told.warned, told.ended]).toEqual([2, 1]);
  });
});

describe('signing out', () => {
  it('clears eleven things and nothing else', () => {
    signedIn({});
    sessionStore.setState({
      sessionId: 's',
      company,
      lastActive: 1,
      logoutTime: 2,
      logoutDlgShownAt: 3,
      sysparamUpdateTime: '4',
      notificationCount: 5,
      notificationMaster: '6',
      theme: 'dark',
      pathAfterLogin: '/x',
      selectedDistrict: '001',
      unseenUpdates: 7,
    });
    const before = sessionStore.getState();
    clearSession();
    const after = sessionStore.getState();
    const changed = Object.keys(after).filter((key) => Reflect.get(before, key) !== Reflect.get(after, key));
    expect(changed.sort()).toEqual(
      [
        'user',
        'userInfo',
        'mvp4AuthToken',
        'sessionId',
        'lastActive',
        'logoutDlgShownAt',
        'logoutTime',
        'company',
        'sysparamUpdateTime',
        'notificationCount',
        'notificationMaster',
      ].sort(),
    );
    for (const key of changed) expect(Reflect.get(after, key)).toBeNull();
  });
});
