import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/render/icon.tsx';
import { ColumnChooser, focusFirst } from './column-chooser.tsx';
import type { GridColumn, SelectionAction } from './definition.ts';
import { type GroupChoice, GroupChooser } from './group-chooser.tsx';
import type { ColumnChoice } from './layout.ts';
import { printPage } from './printing.ts';
import type { Ticking } from './ticking.ts';
import type { Hiding } from './use-hidden-rows.ts';
import { type ViewChoice, ViewChooser } from './view-chooser.tsx';

interface ToolbarProps {
  /** Null where there is one view alone. */
  readonly views: ViewChoice | null;
  readonly find: string | null;
  readonly onFind: (text: string) => void;
  readonly columns: readonly GridColumn[];
  readonly choice: ColumnChoice;
  /** Columns that there is no room for. */
  readonly away: readonly string[];
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly actions: readonly SelectionAction[];
  readonly selected: number;
  readonly onAction: (action: SelectionAction) => void;
  readonly onSelection: ((how: Ticking) => void) | null;
  /** Null where rows have no pages of their own. */
  readonly onOpen: (() => void) | null;
  /** Null where rows cannot be hidden. */
  readonly hiding: Hiding | null;
  /** Null where rows cannot be grouped. */
  readonly groups: GroupChoice | null;
  readonly onExport: ((format: 'csv' | 'xlsx') => void) | null;
  readonly exporting: boolean;
  readonly onCopy: () => void;
}

const findRest = 250;

function FindBox({ value, onFind }: { readonly value: string; readonly onFind: (text: string) => void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      className="cad-grid-find"
      aria-label="Find in the grid"
      placeholder="Find"
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onFind(next.trim()), findRest);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        clearTimeout(timer.current);
        onFind(text.trim());
      }}
    />
  );
}

function SelectionMenu({
  selected,
  onSelection,
  onOpen,
  onCopy,
  hiding,
}: ToolbarProps & { readonly onSelection: (how: Ticking) => void }) {
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
    </Menu>
  );
}

export function GridToolbar(props: ToolbarProps) {
  const { onExport, onSelection } = props;
  return (
    <div className="cad-grid-toolbar">
      {props.actions.map((action) => (
        <button
          key={action.id}
          type="button"
          className="cad-button"
          disabled={action.needsSelection && props.selected === 0}
          onClick={() => props.onAction(action)}
        >
          {action.icon ? <Icon name={action.icon} /> : null} {action.label}
        </button>
      ))}
      {props.views ? <ViewChooser {...props.views} /> : null}
      <span className="cad-grid-gap" />
      {props.find === null ? null : <FindBox value={props.find} onFind={props.onFind} />}
      {onSelection ? (
        <PopoverNext placement="bottom-end" content={<SelectionMenu {...props} onSelection={onSelection} />}>
          <button type="button" className="cad-button">
            Selection
          </button>
        </PopoverNext>
      ) : null}
      {props.groups ? (
        <PopoverNext placement="bottom-end" content={<GroupChooser {...props.groups} />}>
          <button type="button" className="cad-button">
            Groups
          </button>
        </PopoverNext>
      ) : null}
      <PopoverNext
        placement="bottom-end"
        content={
          <ColumnChooser
            columns={props.columns}
            choice={props.choice}
            away={props.away}
            onChange={props.onChoice}
          />
        }
      >
        <button type="button" className="cad-button">
          {props.away.length > 0 ? `Columns (${props.away.length} more)` : 'Columns'}
        </button>
      </PopoverNext>
      <button type="button" className="cad-button" onClick={() => void printPage()}>
        Print
      </button>
      {onExport ? (
        <PopoverNext
          placement="bottom-end"
          content={
            <Menu ulRef={focusFirst}>
              <MenuItem text="All rows as CSV" onClick={() => onExport('csv')} />
              <MenuItem text="All rows as XLSX" onClick={() => onExport('xlsx')} />
            </Menu>
          }
        >
          <button type="button" className="cad-button" disabled={props.exporting}>
            {props.exporting ? 'Exporting …' : 'Export'}
          </button>
        </PopoverNext>
      ) : null}
    </div>
  );
}
