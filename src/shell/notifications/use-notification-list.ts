import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '#src/api/call.ts';
import type { Failure } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import { useSession } from '#src/session/store.ts';
import { type Notification, readNotification, readNotifications } from './notification.ts';

const pageSize = 30;

interface Loaded {
  readonly items: readonly Notification[];
  /** Whether the server may have more. */
  readonly more: boolean;
}

const nothing: Loaded = { items: [], more: true };

export interface NotificationList extends Loaded {
  readonly loading: boolean;
  readonly failure: Failure | null;
  readonly refresh: () => void;
  readonly loadMore: () => void;
  /** Puts a changed notification in the place of the old one; out of the list when it no longer belongs there. */
  readonly replace: (changed: unknown) => void;
}

/** Pages of the caller's notifications, the newest first. Nothing is kept over a route or a token. */
export function useNotificationList(archived: boolean): NotificationList {
  const api = useApi();
  const token = useSession((s) => s.mvp4AuthToken);
  const { pathname } = useLocation();
  const [loaded, setLoaded] = useState<Loaded>(nothing);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(
    async (before: readonly Notification[]) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setLoading(true);
      setFailure(null);
      try {
        const query = { is_archived: archived, offset: before.length };
        const page = readNotifications(await call(api, 'notification.list', { query }, mine.signal));
        if (mine.signal.aborted) return;
        // One that came meanwhile shifts the pages, so the last of this page may come again.
        const known = new Set(before.map(({ id }) => id));
        setLoaded({
          items: [...before, ...page.filter(({ id }) => !known.has(id))],
          more: page.length >= pageSize,
        });
      } catch (thrown) {
        if (!mine.signal.aborted) setFailure(asFailure(thrown));
      } finally {
        if (!mine.signal.aborted) {
          running.current = null;
          setLoading(false);
        }
      }
    },
    [api, archived],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another route or token begins anew
  useEffect(() => {
    setLoaded(nothing);
    void load([]);
    return () => running.current?.abort();
  }, [load, pathname, token]);

  return {
    ...loaded,
    loading,
    failure,
    refresh: () => void load([]),
    loadMore: () => {
      if (loaded.more && running.current === null && failure === null) void load(loaded.items);
    },
    replace: (changed) => {
      const next = readNotification(changed);
      if (!next) return;
      setLoaded(({ items, more }) => ({
        more,
        items: items.flatMap((item) =>
          item.id !== next.id ? [item] : next.archived === archived ? [next] : [],
        ),
      }));
    },
  };
}
