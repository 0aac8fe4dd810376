import { isCompared } from '#src/core/compared.ts';
import { counted } from '#src/core/nouns.ts';
import type { SelectionAction } from './definition.ts';
import { FileMenu } from './grid-menus.tsx';
import { MenuButton } from './menu-button.tsx';
import { tooManyTabs } from './open-rows.ts';
import type { Ticking } from './ticking.ts';
import type { Format } from './use-export.ts';
import type { Hiding } from './use-hidden-rows.ts';

const grouped = new Intl.NumberFormat('en-AU');

export interface SelectionBarProps {
  readonly selected: number;
  /** Null until it is known. */
  readonly total: number | null;
  readonly noun: string;
  readonly onSelection: (how: Ticking) => void;
  readonly onCopy: () => void;
  /** Null where rows cannot be hidden. */
  readonly hiding: Hiding | null;
  /** Opens the rows by themselves; null where they have no page. */
  readonly onOpen: (() => void) | null;
  /** Opens each in a tab; null where they have no page. */
  readonly onTabs: (() => void) | null;
  /** Opens them side by side; null where no page compares them. */
  readonly onCompare: (() => void) | null;
  /** Hands them out as a file; null where rows are not exported. */
  readonly onExport: ((format: Format) => void) | null;
  readonly exporting: boolean;
  /** Sends them to colleagues; null where they are no records. */
  readonly onShare: (() => void) | null;
  /** What the toolbar does with ticked rows. */
  readonly actions: readonly SelectionAction[];
  readonly onAction: (action: SelectionAction) => void;
}

/** What can be done with the rows that are ticked; under the rows, so that none moves away from the pointer. */
export function SelectionBar({ selected, total, noun, hiding, ...on }: SelectionBarProps) {
  if (selected === 0) return null;
  const rows = counted(selected, noun);
  /** The bar begins with how many they are; who hears a button alone is told. */
  const button = (text: string, work: (() => void) | null, name = `${text} ${rows}`, title = name) =>
    work === null ? null : (
      <button type="button" className="cad-button" aria-label={name} title={title} onClick={work}>
        {text}
      </button>
    );
  return (
    <div className="cad-selection-bar" role="toolbar" aria-label="Selected rows">
      <strong>{grouped.format(selected)} selected</strong>
      {total !== null && selected !== total ? (
        <button type="button" className="cad-button" onClick={() => on.onSelection('all')}>
          Select all {grouped.format(total)}
          {hiding && hiding.count > 0 ? ' not hidden' : null}
        </button>
      ) : null}
      <button type="button" className="cad-button" onClick={() => on.onSelection('invert')}>
        Invert
      </button>
      <button type="button" className="cad-button" onClick={() => on.onSelection('none')}>
        Clear
      </button>
      {button('Hide', hiding && (() => hiding.hide('selected')), 'Hide selected')}
      <span className="cad-grid-tools">
        {on.actions.map((action) => (
          <span key={action.id}>
            {button(action.label, () => on.onAction(action), `${action.label} (${rows})`)}
          </span>
        ))}
        {button('Open', on.onOpen)}
        {button(
          'In tabs',
          on.onTabs,
          `In tabs: ${rows}`,
          tooManyTabs(selected, noun) ?? 'Open each in a tab',
        )}
        {isCompared(selected) ? button('Compare', on.onCompare) : null}
        {button('Copy', on.onCopy)}
        {on.onExport ? <ExportTicked rows={rows} exporting={on.exporting} onExport={on.onExport} /> : null}
        {button('Share', on.onShare)}
      </span>
    </div>
  );
}

function ExportTicked({
  rows,
  exporting,
  onExport,
}: {
  readonly rows: string;
  readonly exporting: boolean;
  readonly onExport: (format: Format) => void;
}) {
  return (
    <MenuButton
      placement="top-end"
      content={<FileMenu rows="Ticked rows" label="Ticked rows as a file" onExport={onExport} />}
      aria-label={`Export ${rows}`}
      title={`Export ${rows}`}
      disabled={exporting}
    >
      {exporting ? 'Exporting …' : 'Export'}
    </MenuButton>
  );
}
