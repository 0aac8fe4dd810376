import notifications from '@blueprintjs/icons/lib/esm/generated/16px/paths/notifications.js';
import type { Ref } from 'react';
import { ShellIcon } from '../shell-icon.tsx';
import { useBadge } from './badge.ts';

export function Bell({
  open,
  button,
  onToggle,
}: {
  readonly open: boolean;
  readonly button: Ref<HTMLButtonElement>;
  readonly onToggle: () => void;
}) {
  const count = useBadge() ?? 0;
  return (
    <button
      ref={button}
      type="button"
      className="cad-header-button cad-header-icon"
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      title="Notifications"
      aria-expanded={open}
      onClick={onToggle}
    >
      <ShellIcon paths={notifications} />
      {count > 0 ? (
        <span className="cad-badge" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </button>
  );
}
