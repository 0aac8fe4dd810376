import { isCompared } from '#src/core/compared.ts';
import { counted } from './nouns.ts';

const grouped = new Intl.NumberFormat('en-AU');

export interface SelectionBarProps {
  readonly selected: number;
  /** Null until it is known. */
  readonly total: number | null;
  readonly noun: string;
  readonly onAll: () => void;
  readonly onInvert: () => void;
  readonly onNone: () => void;
  readonly onCopy: () => void;
  /** Opens the rows by themselves; null where they have no page. */
  readonly onOpen: (() => void) | null;
  /** Opens them side by side; null where no page compares them. */
  readonly onCompare: (() => void) | null;
}

/** What can be done with the rows that are ticked; under the rows, so that none moves away from the pointer. */
export function SelectionBar({ selected, total, noun, ...on }: SelectionBarProps) {
  if (selected === 0) return null;
  return (
    <div className="cad-selection-bar" role="toolbar" aria-label="Selected rows">
      <strong>{grouped.format(selected)} selected</strong>
      {total !== null && selected < total ? (
        <button type="button" className="cad-button" onClick={on.onAll}>
          Select all {grouped.format(total)}
        </button>
      ) : null}
      <button type="button" className="cad-button" onClick={on.onInvert}>
        Invert
      </button>
      <button type="button" className="cad-button" onClick={on.onNone}>
        Clear
      </button>
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
