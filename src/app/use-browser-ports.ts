import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { askConfirm } from '#src/render/confirm.tsx';
import type { AppPorts } from '#src/render/dispatch.ts';
import { loadPart } from '#src/render/load-part.ts';
import { refreshSession, signIn } from '#src/session/sign-in.ts';
import { clearSession, sessionStore } from '#src/session/store.ts';
import { askManyRecords } from '#src/shell/many-records/ask.ts';
import { shareSearch } from '#src/shell/notifications/share.ts';
import { openTab } from '#src/shell/open-tab.ts';
import { showSnackbar } from '#src/shell/snackbars.tsx';
import { client, whenAnswered } from './client.ts';

/** What the application lends to actions besides the API. */
export function useBrowserPorts(): AppPorts {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      navigate: (to, options) => {
        if (options?.newTab) openTab(to);
        else void navigate(to, { replace: options?.replace ?? false });
      },
      snackbar: showSnackbar,
      confirm: askConfirm,
      share: shareSearch,
      changeMany: askManyRecords,
      handOff: async (window, ids) =>
        (await loadPart(() => import('#src/shell/hand-off/windows.ts'))).giveToWindow(window, ids),
      takeIds: (window, search, take) => {
        let stop: (() => void) | null = () => undefined;
        import('#src/shell/hand-off/windows.ts').then(
          ({ takeFromWindows }) => {
            if (stop !== null) stop = takeFromWindows(window, search, take);
          },
          // Then this window takes nothing, and a new tab is opened.
          () => undefined,
        );
        return () => {
          stop?.();
          stop = null;
        };
      },
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
        remember: (values) => sessionStore.setState(values),
      },
    }),
    [navigate],
  );
}

/** Asks for user, rights and menu anew; a failure leaves what is known. */
export function askForUser(): void {
  const { mvp4AuthToken } = sessionStore.getState();
  client.call('session.userinfo').then(
    (answer) => refreshSession(answer, mvp4AuthToken),
    () => undefined,
  );
}
