import type { CodeRow } from '#src/core/linked.ts';

/** Rows whose code begins with, or whose label contains, what was typed; exact codes first. */
export function filterCodes(rows: readonly CodeRow[], typed: string): readonly CodeRow[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return rows;
  const rank = (row: CodeRow): number => {
    const code = row.code.toLowerCase();
    const label = row.label.toLowerCase();
    if (code === wanted) return 0;
    if (code.startsWith(wanted)) return 1;
    if (label.startsWith(wanted)) return 2;
    return label.includes(wanted) ? 3 : 4;
  };
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .filter((entry) => entry.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.row);
}

/**
 * What may be chosen: active rows, and a saved value even when it is inactive or not in the table at all; with
 * `inactive` all others below the active ones, too.
 */
export function choices(
  rows: readonly CodeRow[],
  chosen: readonly string[],
  inactive = false,
): readonly CodeRow[] {
  const known = new Set(rows.map((row) => row.code));
  const active = rows.filter((row) => row.active !== false || (!inactive && chosen.includes(row.code)));
  return [
    ...active,
    ...(inactive ? rows.filter((row) => row.active === false) : []),
    ...chosen.filter((code) => !known.has(code)).map((code) => ({ code, label: code, active: false })),
  ];
}

export function labelOf(rows: readonly CodeRow[], code: string): string {
  return rows.find((row) => row.code === code)?.label ?? code;
}
