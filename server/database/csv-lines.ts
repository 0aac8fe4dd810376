import { type Columns, quoted } from './json-page.ts';

const plain: ReadonlySet<string> = new Set(['integer', 'number', 'boolean', 'date', 'datetime']);

/** An expression for each row as a line of CSV that `copy … (format csv)` reads back exactly; empty is null. */
export function csvLine(columns: Columns): string {
  const cells = [...columns.values()].map(({ id, type }) =>
    plain.has(type)
      ? `coalesce(${quoted(id)}::text, '')`
      : `coalesce('"' || replace(${quoted(id)}::text, '"', '""') || '"', '')`,
  );
  return cells.join(` || ',' || `);
}
