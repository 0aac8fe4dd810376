import { useLocation, useNavigate } from 'react-router-dom';
import { clearSession } from '#src/session/store.ts';
import { wishFor } from '#src/session/wanted-path.ts';
import { useEvent } from './events.ts';

/** Leaves the page when the session has ended; who signs in again comes back to it. */
export function useSessionEnd(): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEvent('sessionEnded', () => {
    if (/\/(?:app\/)?(?:login|logout)$/.test(window.location.pathname)) return;
    wishFor(`${location.pathname}${location.search}${location.hash}`);
    clearSession();
    // What was typed is kept as a draft and offered again; nothing is to be asked of who has no session.
    void navigate('/app/logout?force=true', { replace: true });
  });
}
