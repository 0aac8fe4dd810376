import { ContextMenuPopover, Menu, MenuItem } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';
import { Icon } from '#src/render/icon.tsx';
import { focusFirst } from './column-chooser.tsx';
import type { RowAction } from './definition.ts';

export interface RowMenuPlace {
  readonly row: number;
  readonly actions: readonly RowAction[];
  readonly at: { readonly left: number; readonly top: number };
}

/** The arrows go from entry to entry, round at the ends. */
function menuKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  items[(at + step + items.length) % items.length]?.focus();
  event.preventDefault();
}

/** The further buttons of a row, in one menu of the grid. */
export function RowMenu({
  place,
  onAct,
  onClose,
}: {
  readonly place: RowMenuPlace;
  readonly onAct: (action: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <ContextMenuPopover
      isOpen
      transitionDuration={0}
      placement="bottom-start"
      targetOffset={place.at}
      onClose={onClose}
      content={
        <Menu ulRef={focusFirst} aria-label="More actions of the row" onKeyDown={menuKeys}>
          {place.actions.map((action) => (
            <MenuItem
              key={action.id}
              text={action.label}
              {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
              onClick={() => {
                onClose();
                onAct(action.id);
              }}
            />
          ))}
        </Menu>
      }
    />
  );
}
