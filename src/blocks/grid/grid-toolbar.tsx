import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/render/icon.tsx';
import type { GridColumn, SelectionAction } from './definition.ts';
import type { GroupChoice } from './group-chooser.tsx';
import { ColumnChooser, FileMenu, GroupChooser, SelectionMenu } from './late-parts.tsx';
import type { ColumnChoice } from './layout.ts';
import { MenuButton } from './menu-button.tsx';
import { printPage } from './printing.ts';
import type { Ticking } from './ticking.ts';
import type { Hiding } from './use-hidden-rows.ts';

interface ToolbarProps {
  /** The chooser of views; null where there is one view alone. */
  readonly views: ReactNode;
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

export function GridToolbar(props: ToolbarProps) {
  const { onExport, onSelection } = props;
  return (
    <div className="cad-grid-toolbar">
      {props.actions
        .filter(({ menu }) => !menu)
        .map((action) => (
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
      {props.views}
      <span className="cad-grid-tools">
        {props.find === null ? null : <FindBox value={props.find} onFind={props.onFind} />}
        {onSelection ? (
          <MenuButton content={<SelectionMenu {...props} onSelection={onSelection} />}>Selection</MenuButton>
        ) : null}
        {props.groups ? <MenuButton content={<GroupChooser {...props.groups} />}>Groups</MenuButton> : null}
        <MenuButton
          content={
            <ColumnChooser
              columns={props.columns}
              choice={props.choice}
              away={props.away}
              onChange={props.onChoice}
            />
          }
        >
          {props.away.length > 0 ? `Columns (${props.away.length} more)` : 'Columns'}
        </MenuButton>
        <button type="button" className="cad-button" onClick={() => void printPage()}>
          Print
        </button>
        {onExport ? (
          <MenuButton content={<FileMenu rows="All rows" onExport={onExport} />} disabled={props.exporting}>
            {props.exporting ? 'Exporting …' : 'Export'}
          </MenuButton>
        ) : null}
      </span>
    </div>
  );
}
