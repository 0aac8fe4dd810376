import type { CodeRow } from '#src/core/linked.ts';

/** Codes in rows and columns, each in the order in which the table first names it. */
export interface CodeMatrix {
  readonly columns: readonly string[];
  readonly lines: readonly { readonly title: string; readonly cells: readonly (CodeRow | null)[] }[];
}

/** A code without a row has one of its own; without a column it stands in the first. */
export function matrixOf(codes: readonly CodeRow[]): CodeMatrix {
  const offered = codes.filter(({ active }) => active !== false);
  const columns = [...new Set(offered.flatMap(({ column }) => column ?? []))];
  if (columns.length === 0) columns.push('');
  const titles = [...new Set(offered.map(({ row, label }) => row ?? label))];
  return {
    columns,
    lines: titles.map((title) => ({
      title,
      cells: columns.map(
        (column) =>
          offered.find(
            ({ row, label, column: own }) => (row ?? label) === title && (own ?? columns[0]) === column,
          ) ?? null,
      ),
    })),
  };
}
