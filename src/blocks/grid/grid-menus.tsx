import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { focusFirst } from './column-chooser.tsx';
import type { SelectionAction } from './definition.ts';
import { menuKeys } from './menu-keys.ts';
import type { Ticking } from './ticking.ts';
import type { Hiding } from './use-hidden-rows.ts';

/** A menu that was asked for: open at first, then whenever its button is pressed. */
export function OpenedMenu({
  placement,
  content,
  button,
}: {
  readonly placement: 'bottom-start' | 'bottom-end' | 'top-end';
  readonly content: ReactElement;
  readonly button: ReactElement;
  /** When it could not be loaded, and that was read. */
  readonly onClose: () => void;
}) {
  return (
    <PopoverNext defaultIsOpen placement={placement} content={content}>
      {button}
    </PopoverNext>
  );
}

/** What is done to ticked rows, and ticks them. */
export function SelectionMenu({
  selected,
  onSelection,
  onOpen,
  onCopy,
  hiding,
  actions,
  onAction,
}: {
  readonly selected: number;
  readonly onSelection: (how: Ticking) => void;
  readonly onOpen: (() => void) | null;
  readonly onCopy: () => void;
  readonly hiding: Hiding | null;
  readonly actions: readonly SelectionAction[];
  readonly onAction: (action: SelectionAction) => void;
}) {
  const nothing = selected === 0;
  return (
    <Menu ulRef={focusFirst}>
      <MenuItem
        text={hiding && hiding.count > 0 ? 'Select all not hidden' : 'Select all'}
        onClick={() => onSelection('all')}
      />
      <MenuItem text="Select none" onClick={() => onSelection('none')} />
      <MenuItem text="Invert selection" onClick={() => onSelection('invert')} />
      <MenuItem text="Copy selection" onClick={onCopy} />
      {onOpen ? <MenuItem text="Open selected" disabled={nothing} onClick={onOpen} /> : null}
      {hiding ? (
        <>
          <MenuItem text="Hide selected" disabled={nothing} onClick={() => hiding.hide('selected')} />
          <MenuItem text="Hide others" disabled={nothing} onClick={() => hiding.hide('others')} />
          <MenuItem
            text={`Show hidden (${hiding.count.toLocaleString('en-AU')})`}
            disabled={hiding.count === 0}
            onClick={hiding.show}
          />
        </>
      ) : null}
      {actions
        .filter(({ menu }) => menu)
        .map((action) => (
          <MenuItem
            key={action.id}
            text={action.label}
            disabled={action.needsSelection && nothing}
            onClick={() => onAction(action)}
          />
        ))}
    </Menu>
  );
}

/** Rows as a file. */
export function FileMenu({
  rows,
  label,
  onExport,
}: {
  readonly rows: string;
  readonly label?: string;
  readonly onExport: (format: 'csv' | 'xlsx') => void;
}) {
  return (
    <Menu ulRef={focusFirst} {...(label ? { 'aria-label': label } : {})} onKeyDown={menuKeys}>
      <MenuItem text={`${rows} as CSV`} onClick={() => onExport('csv')} />
      <MenuItem text={`${rows} as XLSX`} onClick={() => onExport('xlsx')} />
    </Menu>
  );
}

/** What can be done with a view. */
export function ViewMenu({
  manage,
}: {
  readonly manage: readonly { readonly text: string; readonly onClick: () => void }[];
}) {
  return (
    <Menu ulRef={focusFirst} aria-label="This view" onKeyDown={menuKeys}>
      {manage.map(({ text, onClick }) => (
        <MenuItem key={text} text={text} onClick={onClick} />
      ))}
    </Menu>
  );
}
