import type { LinkedGrid } from './definition.ts';
import type { PageWindow } from './page-window.ts';

const grouped = new Intl.NumberFormat('en-AU');

interface FooterProps {
  readonly block: LinkedGrid;
  readonly window: PageWindow;
  readonly selected: number;
  readonly find: string;
}

/** How many rows there are, and whether that is all of them. */
export function GridFooter({ block, window, selected, find }: FooterProps) {
  const { total } = window;
  const parts: string[] = [];
  if (!window.answered && window.failure === null) parts.push('Loading …');
  else if (total !== null)
    parts.push(`${grouped.format(total)} ${block.noun}${find ? ` with “${find}”` : ''}`);
  if (selected > 0) parts.push(`${grouped.format(selected)} selected`);
  return (
    <div className="cad-grid-footer">
      <span role="status">{parts.join(' · ')}</span>
      {window.limited && window.answered ? (
        <strong className="cad-grid-limited">
          Only the first {grouped.format(total ?? 0)} are shown: the row limit was reached. Narrow the filters
          to see all.
        </strong>
      ) : null}
      {block.smallSample ? (
        <span className="cad-muted">Grey: fewer than {block.smallSample.below} cases</span>
      ) : null}
    </div>
  );
}
