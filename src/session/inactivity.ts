// When a session ends because nobody is there. Only where the company wants it (SESSENBL). What a person does in one tab
// counts for all; wall clocks jump and tabs freeze, so the time left is the lesser of two clocks.
import { defaultMinutes, limitsOf, minute, watchedEnd } from './session-limits.ts';
import { sessionStore } from './store.ts';

const activityRest = 1_000;
const syncEvery = 5 * minute;

export interface InactivityPorts {
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that no one sets, in milliseconds. */
  readonly elapsed: () => number;
  readonly later: (run: () => void, ms: number) => unknown;
  readonly cancel: (timer: unknown) => void;
  /** The session is over; no call may be made with its token any more. */
  readonly onEnd: () => void;
  readonly onWarning: () => void;
  /** Tells the server until when the session lives. */
  readonly sync: (expiry: number) => void;
}

/** Watches one tab. */
export class Inactivity {
  readonly #ports: InactivityPorts;
  /** The steady clock at the last activity, as far as this tab can tell. */
  #since: number;
  #seen: number | null;
  #synced: { readonly at: number; readonly expiry: number } | null = null;
  #timer: unknown = null;
  #resting = false;
  #stopped = false;

  constructor(ports: InactivityPorts) {
    this.#ports = ports;
    const { lastActive } = sessionStore.getState();
    const now = ports.now();
    // A page that is loaded is an activity, unless the session had ended before.
    this.#since = ports.elapsed() - Math.max(0, now - (lastActive ?? now));
    this.#seen = lastActive;
    if (this.left() > 0) this.#mark();
  }

  /** Milliseconds left; Infinity where sessions do not end so. */
  left(): number {
    const state = sessionStore.getState();
    const limits = limitsOf(state);
    if (!limits) return Number.POSITIVE_INFINITY;
    const now = this.#ports.now();
    const byClock = (watchedEnd(state) ?? now + limits.length) - now;
    const bySteady = limits.length - (this.#ports.elapsed() - this.#since);
    return Math.min(byClock, bySteady);
  }

  /** Somebody did something here. Counted once a second. */
  active(): void {
    if (this.#resting || this.#stopped) return;
    if (this.left() <= 0) {
      this.look();
      return;
    }
    this.#resting = true;
    this.#ports.later(() => {
      this.#resting = false;
    }, activityRest);
    this.#mark();
    this.look();
  }

  /** Looks at the clocks, acts on them, and comes again: every half second in the last ten minutes, else every five. */
  readonly look = (): void => {
    if (this.#stopped) return;
    this.#ports.cancel(this.#timer);
    this.#follow();
    const state = sessionStore.getState();
    const limits = limitsOf(state);
    if (limits) {
      const left = this.left();
      if (left <= 0) {
        this.stop();
        this.#ports.onEnd();
        return;
      }
      if (limits.length - left >= limits.warnAfter && state.logoutDlgShownAt === null) {
        sessionStore.setState({ logoutDlgShownAt: this.#ports.now() });
        this.#ports.onWarning();
      }
      this.#tell();
    }
    this.#timer = this.#ports.later(this.look, this.left() < 10 * minute ? 500 : 5_000);
  };

  stop(): void {
    this.#stopped = true;
    this.#ports.cancel(this.#timer);
  }

  // Another tab may have seen somebody since.
  #follow(): void {
    const { lastActive } = sessionStore.getState();
    if (lastActive === null || lastActive === this.#seen) return;
    this.#seen = lastActive;
    this.#since = this.#ports.elapsed() - Math.max(0, this.#ports.now() - lastActive);
  }

  #mark(): void {
    const limits = limitsOf(sessionStore.getState());
    const now = this.#ports.now();
    this.#since = this.#ports.elapsed();
    this.#seen = now;
    sessionStore.setState({
      lastActive: now,
      logoutTime: now + (limits?.length ?? defaultMinutes * minute),
      logoutDlgShownAt: null,
    });
  }

  #tell(): void {
    const { logoutTime } = sessionStore.getState();
    if (logoutTime === null || logoutTime === this.#synced?.expiry) return;
    const at = this.#ports.elapsed();
    if (this.#synced && at - this.#synced.at < syncEvery) return;
    this.#synced = { at, expiry: logoutTime };
    this.#ports.sync(logoutTime);
  }
}
