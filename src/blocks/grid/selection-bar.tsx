import { isCompared } from '#src/core/compared.ts';
import { counted } from './nouns.ts';
import type { Hiding } from './use-hidden-rows.ts';

const grouped = new Intl.NumberFormat('en-AU');

export interface SelectionBarProps {
  readonly selected: number;
  /** Null until it is known. */
  readonly total: number | null;
  readonly noun: string;
  readonly onSelection: (how: 'all' | 'none' | 'invert') => void;
  readonly onCopy: () => void;
  /** Null where rows cannot be hidden. */
  readonly hiding: Hiding | null;
  /** Opens the rows by themselves; null where they have no page. */
  readonly onOpen: (() => void) | null;
  /** Opens them side by side; null where no page compares them. */
  readonly onCompare: (() => void) | null;
}

/** What can be done with the rows that are ticked; under the rows, so that none moves away from the pointer. */
export function SelectionBar({ selected, total, noun, hiding, ...on }: SelectionBarProps) {
  if (selected === 0) return null;
  return (
    <div className="cad-selection-bar" role="toolbar" aria-label="Selected rows">
      <strong>{grouped.format(selected)} selected</strong>
      {total !== null && selected < total ? (
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
      {hiding ? (
        <>
          <button type="button" className="cad-button" onClick={() => hiding.hide('selected')}>
            Hide selected
          </button>
          {total !== null && selected < total ? (
            <button type="button" className="cad-button" onClick={() => hiding.hide('others')}>
              Hide others
            </button>
          ) : null}
        </>
      ) : null}
      <span className="cad-grid-gap" />
      {on.onOpen ? (
        <button type="button" className="cad-button" onClick={on.onOpen}>
          Open {counted(selected, noun)}
        </button>
      ) : null}
      {on.onCompare && isCompared(selected) ? (
        <button type="button" className="cad-button" onClick={on.onCompare}>
          Compare {counted(selected, noun)}
        </button>
      ) : null}
      <button type="button" className="cad-button" onClick={on.onCopy}>
        Copy {counted(selected, noun)}
      </button>
    </div>
  );
}
