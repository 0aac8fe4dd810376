import type { PaperColumn, PaperTone } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';

/** Colour never says it alone. */
const marks: { readonly [tone in PaperTone]?: string } = { bad: ' ■', warning: ' ▲', good: ' ✓' };

export function markOf(tone: PaperTone | null): string {
  return tone === null ? '' : (marks[tone] ?? '');
}

/** What stands in a cell, with the mark of its tone. */
export function markedText(column: PaperColumn, row: Row): string {
  return column.text(row) + markOf(column.tone(row));
}
