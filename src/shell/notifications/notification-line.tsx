import archive from '@blueprintjs/icons/lib/esm/generated/16px/paths/archive.js';
import changes from '@blueprintjs/icons/lib/esm/generated/16px/paths/changes.js';
import chart from '@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js';
import envelope from '@blueprintjs/icons/lib/esm/generated/16px/paths/envelope.js';
import exportIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/export.js';
import flag from '@blueprintjs/icons/lib/esm/generated/16px/paths/flag.js';
import importIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/import.js';
import inbox from '@blueprintjs/icons/lib/esm/generated/16px/paths/inbox.js';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js';
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js';
import { formatValue } from '#src/core/format.ts';
import { ShellIcon } from '../shell-icon.tsx';
import { describeNotification } from './describe.ts';
import type { Notification } from './notification.ts';

const icons: ReadonlyMap<string, readonly string[]> = new Map([
  ['SHARSRCH', search],
  ['IMPTDONE', importIcon],
  ['EXPTDONE', exportIcon],
  ['SUPPASND', changes],
  ['ANLYASND', chart],
  ['STGECHGD', flag],
  ['NOTEMESS', envelope],
]);

export function NotificationLine({
  notification,
  onOpen,
  onArchive,
}: {
  readonly notification: Notification;
  readonly onOpen: () => void;
  readonly onArchive: () => void;
}) {
  const { title, text } = describeNotification(notification);
  const { is_read: read, archived, from_name: from } = notification;
  const act = archived ? 'Take back from the archive' : 'Archive';
  // Struck through is what the specification asks of an archived shared search.
  const Text = archived && notification.notifyType === 'SHARSRCH' ? 's' : 'span';
  return (
    <li className="cad-notification" data-unread={!read}>
      <button type="button" className="cad-notification-open" onClick={onOpen}>
        <ShellIcon paths={icons.get(notification.notifyType) ?? inbox} />
        <span className="cad-notification-body">
          <Text className="cad-notification-title">{title}</Text>
          {text === '' ? null : (
            <Text className="cad-notification-text" title={text}>
              {text}
            </Text>
          )}
          <span className="cad-notification-when">
            {read ? '' : 'Unread · '}
            {from === null ? '' : `${from} · `}
            {formatValue('datetime', notification.updated_at)}
          </span>
        </span>
      </button>
      <button
        type="button"
        className="cad-icon-button"
        aria-label={`${act}: ${title}`}
        title={act}
        onClick={onArchive}
      >
        <ShellIcon paths={archived ? undo : archive} />
      </button>
    </li>
  );
}
