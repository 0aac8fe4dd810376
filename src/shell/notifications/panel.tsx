import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js';
import plus from '@blueprintjs/icons/lib/esm/generated/16px/paths/plus.js';
import refreshIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js';
import { useEffect, useRef, useState } from 'react';
import { call } from '#src/api/call.ts';
import { useApi } from '#src/render/ports.tsx';
import { isOn } from '#src/session/parameters.ts';
import { useSession } from '#src/session/store.ts';
import { ShellIcon } from '../shell-icon.tsx';
import { showFailure } from '../snackbars.tsx';
import { useBadge } from './badge.ts';
import type { Notification } from './notification.ts';
import { NotificationDialog } from './notification-dialog.tsx';
import { NotificationLine } from './notification-line.tsx';
import { useNotificationList } from './use-notification-list.ts';
import './notifications.css';

/** The next page is asked for when so much of the list remains below, in px. */
const remains = 100;

const messagesOff = 'Messages are switched off for this company (system parameter NTFYMESS).';

export function NotificationsPanel({
  onNew,
  onClose,
  onUnread,
}: {
  readonly onNew: () => void;
  readonly onClose: () => void;
  /** Told by how much the number of unread ones changes. */
  readonly onUnread: (change: number) => void;
}) {
  const api = useApi();
  const mayWrite = useSession((s) => isOn(s, 'NTFYMESS'));
  const [archived, setArchived] = useState(false);
  const list = useNotificationList(archived);
  const [opened, setOpened] = useState<Notification | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { loadMore, items, loading, more, failure } = list;
  const follow = () => {
    const box = scroller.current;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= remains) loadMore();
  };
  // A page that does not fill the panel would leave nothing to scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the list has changed
  useEffect(follow, [items, loading]);

  // More unread ones than before: something has come that the list does not show.
  const count = useBadge();
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== null && count !== null && count > before.current) list.refresh();
    before.current = count;
  });

  const open = (notification: Notification) => {
    setOpened(notification);
    if (notification.is_read) return;
    call(api, 'notification.markread', { params: { id: notification.id } }).then(
      (changed) => {
        list.replace(changed);
        if (!notification.archived) onUnread(-1);
      },
      (thrown: unknown) => showFailure(thrown),
    );
  };
  const toggleArchive = (notification: Notification) => {
    call(api, 'notification.markarchive', { params: { id: notification.id } }).then(
      (changed) => {
        list.replace(changed);
        // The badge counts what is neither read nor archived.
        if (!notification.is_read) onUnread(notification.archived ? 1 : -1);
      },
      (thrown: unknown) => showFailure(thrown),
    );
  };

  return (
    <>
      <div className="cad-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          Notifications
        </h2>
        <button
          type="button"
          className="cad-icon-button"
          aria-label="Refresh"
          title="Refresh"
          onClick={list.refresh}
        >
          <ShellIcon paths={refreshIcon} />
        </button>
        <button type="button" className="cad-icon-button" aria-label="Close notifications" onClick={onClose}>
          <ShellIcon paths={cross} />
        </button>
      </div>
      <div className="cad-panel-tools">
        <label className="cad-check">
          <input type="checkbox" checked={archived} onChange={(event) => setArchived(event.target.checked)} />
          View archived
        </label>
        <button
          type="button"
          className="cad-button"
          disabled={!mayWrite}
          aria-describedby={mayWrite ? undefined : 'cad-messages-off'}
          onClick={onNew}
        >
          <ShellIcon paths={plus} /> New
        </button>
        {mayWrite ? null : (
          <p id="cad-messages-off" className="cad-note">
            {messagesOff}
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={scroller} className="cad-panel-list" aria-label="List" tabIndex={0} onScroll={follow}>
        <ul aria-busy={loading}>
          {items.map((notification) => (
            <NotificationLine
              key={notification.id}
              notification={notification}
              onOpen={() => open(notification)}
              onArchive={() => toggleArchive(notification)}
            />
          ))}
        </ul>
        {failure ? (
          <div className="cad-panel-note" role="alert">
            <p>{failure.message}</p>
            <button type="button" className="cad-button" onClick={list.refresh}>
              Try again
            </button>
          </div>
        ) : loading ? (
          <p className="cad-panel-note cad-panel-late">Loading …</p>
        ) : items.length === 0 && !more ? (
          <p className="cad-panel-note">You have read all your notifications</p>
        ) : null}
      </section>
      {/* Keyed: the next one may be opened before the browser has told that the last is closed. */}
      {opened ? (
        <NotificationDialog key={opened.id} notification={opened} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}
