import { useSyncExternalStore } from 'react';
import { inSentence } from '#src/core/in-sentence.ts';
import { counted } from '#src/core/nouns.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { PageWindow, RowQuery } from './page-window.ts';
import { sortsUnseen } from './sorting.ts';
import type { Hiding } from './use-hidden-rows.ts';

const grouped = new Intl.NumberFormat('en-AU');

/** The whole note of the cell under the keyboard's cursor, whose cell shows only its beginning. */
function ActiveNote({ model }: { readonly model: GridModel }) {
  const whole = useSyncExternalStore(model.subscribe, () => model.activeNote());
  // The cell's own name tells it to assistive technology.
  return whole === null ? null : (
    <p className="cad-grid-whole" aria-hidden="true">
      {whole}
    </p>
  );
}

interface FooterProps {
  readonly model: GridModel;
  readonly block: LinkedGrid;
  readonly window: PageWindow;
  readonly selected: number;
  readonly query: Pick<RowQuery, 'find' | 'sort'>;
  /** Of a bounded table: whether all rows stand under each other, and what changes that; null where nothing does. */
  readonly whole: boolean;
  readonly onWhole: (() => void) | null;
  /** Null where rows cannot be hidden. */
  readonly hiding: Hiding | null;
}

/** Of what is not shown and sorts the rows before what is. */
function unseenTitles({ block, model, query }: FooterProps): readonly string[] {
  const shown = new Set(model.layout.columns.map(({ id }) => id));
  return sortsUnseen(query.sort, shown).flatMap((id) => {
    const title = block.columns.find((column) => column.id === id)?.title ?? block.sortTitles?.[id];
    return title === undefined ? [] : [inSentence(title)];
  });
}

/** How many rows there are, and whether that is all of them. */
export function GridFooter(props: FooterProps) {
  const { model, block, window, selected, query, whole, onWhole, hiding } = props;
  const { total } = window;
  const { find } = query;
  const parts: string[] = [];
  if (!window.answered && window.failure === null) parts.push('Loading …');
  else if (total !== null)
    parts.push(
      `${counted(total, block.noun)}${find ? ` with “${find}”` : ''}${window.groups ? ` in ${counted(window.groups.filter(({ level }) => level === 1).length, 'groups')}` : ''}`,
    );
  const unseen = unseenTitles(props);
  if (unseen.length > 0 && window.answered && total !== 0) parts.push(`sorted first by ${unseen.join(', ')}`);
  if (model.marked)
    parts.push(`${counted(model.marked[0], 'rows')} × ${counted(model.marked[1], 'columns')} marked`);
  if (selected > 0) parts.push(`${grouped.format(selected)} selected`);
  return (
    <div className="cad-grid-footer">
      <span role="status">{parts.join(' · ')}</span>
      {onWhole ? (
        <button type="button" className="cad-button" aria-expanded={whole} onClick={onWhole}>
          {whole ? 'Show fewer' : `Show all ${grouped.format(model.count)}`}
        </button>
      ) : null}
      {hiding && hiding.count > 0 ? (
        <button type="button" className="cad-button" onClick={hiding.show}>
          Show hidden ({grouped.format(hiding.count)})
        </button>
      ) : null}
      {window.limited && window.answered ? (
        <strong className="cad-grid-limited">
          Only the first {grouped.format(total ?? 0)} are shown: the row limit was reached. Narrow the filters
          to see all.
        </strong>
      ) : null}
      {block.smallSample ? (
        <span className="cad-muted">Grey: fewer than {block.smallSample.below} cases</span>
      ) : null}
      <ActiveNote model={model} />
    </div>
  );
}
