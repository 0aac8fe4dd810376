import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { askConfirm } from '#src/render/confirm.tsx';
import { unsavedStore } from '#src/render/unsaved.ts';

/** Signing out by force, as at the end of a session, asks nothing. */
function isForced(pathname: string, search: string): boolean {
  return /\/(?:app\/)?logout$/.test(pathname) && new URLSearchParams(search).get('force') === 'true';
}

/** Asks before unsaved input is left, inside the application and at the browser's own close. */
export function useUnsavedGuard(): {
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
