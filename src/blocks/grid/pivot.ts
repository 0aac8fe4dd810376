import { type AcrossColumn, acrossColumns, acrossId } from '#src/core/across.ts';
import type { Row } from '#src/core/values.ts';
import type { GridColumn, LinkedAcross } from './definition.ts';

export interface Pivot {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  readonly across: readonly AcrossColumn[];
  /** Columns that were left out. */
  readonly left: number;
}

/** Holds the place of a row among the pivoted ones, so that a cell finds the row that it came from. */
const place = '#';

/** Rows with the same values in the grid's own columns become one, their cells side by side under the columns from the data. */
export function pivot(
  rows: readonly Row[],
  columnRows: readonly Row[],
  own: readonly GridColumn[],
  given: LinkedAcross,
): Pivot {
  const { columns: across, left } = acrossColumns(columnRows, given);
  const byValue = new Map(across.map((column) => [column.value, column]));
  const keys = own.map(({ id }) => id);
  const made = new Map<string, { [column: string]: unknown }>();
  const origins: Map<string, Row>[] = [];
  // What the rows have themselves, and no text of it.
  const matched = new Map<string, unknown>();
  for (const row of rows) {
    const key = JSON.stringify(keys.map((id) => row[id] ?? null));
    let line = made.get(key);
    if (!line) {
      line = { ...Object.fromEntries(keys.map((id) => [id, row[id] ?? null])), [place]: origins.length };
      made.set(key, line);
      origins.push(new Map());
    }
    const column = byValue.get(String(row[given.match] ?? ''));
    if (!column) continue;
    matched.set(column.value, row[given.match] ?? null);
    for (const { id } of given.cells) {
      const name = acrossId(id, column.id);
      line[name] = row[id] ?? null;
      origins[Number(line[place])]?.set(name, row);
    }
  }
  const several = given.cells.length > 1;
  const cells = across.flatMap(({ id, title, value }) =>
    given.cells.map((cell): GridColumn => {
      const name = acrossId(cell.id, id);
      const heading = several ? `${title} ${cell.title}` : title;
      return {
        ...cell,
        id: name,
        title: heading,
        heading,
        field: { ...cell.field, id: name, title: heading, unitField: null },
        width: Math.max(cell.width, Math.ceil(Math.min(220, heading.length * 7.5 + 32))),
        figure: cell.id,
        place: { column: given.match, value: matched.get(value) ?? value },
        rowOf: (row) => origins[Number(row[place])]?.get(name) ?? null,
      };
    }),
  );
  return { columns: [...own, ...cells], rows: [...made.values()], across, left };
}
