import { useEffect, useRef, useState } from 'react';
import { call } from '#src/api/call.ts';
import { useApi } from '#src/render/ports.tsx';
import { Inactivity } from '#src/session/inactivity.ts';
import { limitsOf } from '#src/session/session-limits.ts';
import { sessionStore, useSession } from '#src/session/store.ts';
import { StillThere } from './dialogs/still-there.tsx';
import { playTone } from './dialogs/tone.ts';

const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const options = { passive: true, capture: true } as const;
const quick = 500;
const slow = 5_000;
const closeToTheEnd = 10 * 60_000;

/** With its units, since digits between colons are read as the time of day. */
function written(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  // Seconds are for who has to do something now.
  return ms < closeToTheEnd ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
}

/** The time left, in the header: every half second in the last ten minutes, else every five. */
function Timer({ watch }: { readonly watch: Inactivity }) {
  const [left, setLeft] = useState(() => watch.left());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = watch.left();
      setLeft(now);
      timer = setTimeout(tick, now < closeToTheEnd ? quick : slow);
    };
    tick();
    return () => clearTimeout(timer);
  }, [watch]);
  if (left === Number.POSITIVE_INFINITY) return null;
  const text = written(left);
  return (
    <span
      className="cad-timer"
      role="timer"
      aria-label={`Time until you are signed out: ${text}`}
      title="Time until you are signed out if you do nothing"
      data-close={left < closeToTheEnd}
    >
      <span className="cad-timer-word">Session ends in </span>
      {text}
    </span>
  );
}

/** Watches whether somebody is there, where the company wants it; the time left stands where this is drawn. */
export function InactivityWatch({ onEnd }: { readonly onEnd: () => void }) {
  const api = useApi();
  const on = useSession((state) => limitsOf(state) !== null);
  const shownAt = useSession((state) => state.logoutDlgShownAt);
  const end = useRef(onEnd);
  end.current = onEnd;
  const [watch, setWatch] = useState<Inactivity | null>(null);
  useEffect(() => {
    if (!on) return;
    const made = new Inactivity({
      now: () => Date.now(),
      elapsed: () => performance.now(),
      later: (run, ms) => setTimeout(run, ms),
      cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      onEnd: () => end.current(),
      onWarning: playTone,
      sync: (expiry) => {
        // The server decides; a call that fails is made again with the next activity.
        call(api, 'option.save', { body: { 'mvp4.session.expiry': new Date(expiry).toISOString() } }).catch(
          () => undefined,
        );
      },
    });
    const active = () => made.active();
    // Before anybody else: a dialog keeps what is typed in it to itself.
    for (const event of activities) window.addEventListener(event, active, options);
    const back = () => made.look();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('focus', back);
    const unfollow = sessionStore.subscribe((state, before) => {
      // Another tab's question is asked here too, and its answer closes it.
      if (state.lastActive !== before.lastActive) made.look();
    });
    made.look();
    setWatch(made);
    return () => {
      made.stop();
      for (const event of activities) window.removeEventListener(event, active, options);
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('focus', back);
      unfollow();
      setWatch(null);
    };
  }, [on, api]);
  if (!on) return null;
  // Its place is kept, so that nothing beside it moves when it is there.
  if (!watch) return <span className="cad-timer" aria-hidden="true" />;
  return (
    <>
      <Timer watch={watch} />
      {shownAt === null ? null : <StillThere left={() => watch.left()} onStay={() => watch.active()} />}
    </>
  );
}
