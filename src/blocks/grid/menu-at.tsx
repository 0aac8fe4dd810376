import { ContextMenuPopover } from '@blueprintjs/core';
import type { ReactElement } from 'react';

/** What opens at a place of the table, under what was pressed. */
export function MenuAt({
  at,
  onClose,
  children,
}: {
  readonly at: { readonly left: number; readonly top: number };
  readonly onClose: () => void;
  readonly children: ReactElement;
}) {
  return (
    <ContextMenuPopover
      isOpen
      transitionDuration={0}
      placement="bottom-start"
      targetOffset={at}
      onClose={onClose}
      content={children}
    />
  );
}
