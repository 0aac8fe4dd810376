import { Menu, MenuItem } from '@blueprintjs/core';
import { Icon } from '#src/render/icon.tsx';
import { focusFirst } from './column-chooser.tsx';
import type { RowAction } from './definition.ts';
import { MenuAt } from './menu-at.tsx';
import { menuKeys } from './menu-keys.ts';

export interface RowMenuPlace {
  readonly row: number;
  readonly actions: readonly RowAction[];
  readonly at: { readonly left: number; readonly top: number };
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
    <MenuAt at={place.at} onClose={onClose}>
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
    </MenuAt>
  );
}
