import { useEffect, useRef } from 'react';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import { sessionStore, useSession } from '#src/session/store.ts';
import { showFailure } from '../snackbars.tsx';
import { showCount } from './badge.ts';
import { tabChannel, tabElection } from './browser-tabs.ts';
import { type Polling, startPolling } from './polling.ts';

function countOf(answer: unknown): number {
  if (isJsonObject(answer) && typeof answer.count === 'number') return answer.count;
  throw new Error('The server answered the poll without a number of unread notifications.');
}

/** Polls while `on`. Answers a function that tells all tabs of a change this tab knows of. */
export function usePolling(on: boolean): (change: number) => void {
  const api = useApi();
  const user = useSession((s) => s.user?.id ?? null);
  const token = useSession((s) => s.mvp4AuthToken);
  const polling = useRef<Polling | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session begins anew
  useEffect(() => {
    showCount(null);
    if (!on || user === null) return;
    const channel = tabChannel(user);
    const started = startPolling({
      elect: tabElection(),
      channel,
      poll: async (signal) => countOf(await call(api, 'notification.poll', {}, signal)),
      show: showCount,
      // Known to this tab alone; the others know only that they are not it.
      onMaster: (master) =>
        sessionStore.setState((state) => ({ notificationMaster: master ? state.sessionId : null })),
      onFailure: (thrown) => {
        const failure = asFailure(thrown);
        if (failure.status !== 401) showFailure(failure);
      },
      now: () => performance.now(),
    });
    polling.current = started;
    return () => {
      polling.current = null;
      started.stop();
      channel.close();
    };
  }, [on, user, token, api]);
  return (change) => {
    const { notificationCount: count } = sessionStore.getState();
    if (count !== null) polling.current?.tell(Math.max(0, count + change));
  };
}
