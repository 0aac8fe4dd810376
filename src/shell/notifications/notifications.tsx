import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from '#src/render/ports.tsx';
import { showFailure, showSnackbar } from '../snackbars.tsx';
import { NewNotification } from './new-notification.tsx';
import type { SharedSearch } from './notification.ts';
import { NotificationsPanel } from './panel.tsx';
import { shareStore } from './share.ts';

/** The right drawer with the notifications. */
export function RightDrawer({
  onClose,
  onUnread,
}: {
  readonly onClose: () => void;
  readonly onUnread: (change: number) => void;
}) {
  const [writing, setWriting] = useState(false);
  return (
    <aside
      className="cad-right-drawer"
      aria-label="Notifications"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <NotificationsPanel onNew={() => setWriting(true)} onClose={onClose} onUnread={onUnread} />
      {writing ? <NewNotification search={null} onClose={() => setWriting(false)} /> : null}
    </aside>
  );
}

/** Shares the search that an action asked for: reads it, then asks with whom. */
export function ShareSearch() {
  const api = useApi();
  const hash = useStore(shareStore, ({ search }) => search);
  const [search, setSearch] = useState<SharedSearch | null>(null);
  const asked = useRef<string | null>(null);
  const close = useCallback(() => {
    shareStore.setState({ search: null });
    setSearch(null);
  }, []);
  useEffect(() => {
    asked.current = hash;
    if (hash === null) return;
    call(api, 'search.get', { params: { hash } }).then(
      (answer) => {
        if (asked.current !== hash) return;
        const found = sharedSearchOf(answer);
        if (found) setSearch(found);
        else {
          showSnackbar('error', 'The search cannot be shared: the server answered without its criteria.');
          close();
        }
      },
      (thrown: unknown) => {
        showFailure(thrown);
        close();
      },
    );
  }, [api, hash, close]);
  return hash !== null && search ? <NewNotification search={search} onClose={close} /> : null;
}

function sharedSearchOf(answer: unknown): SharedSearch | null {
  if (!isJsonObject(answer) || typeof answer.list !== 'string' || !Array.isArray(answer.criteria))
    return null;
  return {
    list: answer.list,
    criteria: answer.criteria.filter(isJsonObject),
    text: typeof answer.text === 'string' ? answer.text : '',
  };
}
