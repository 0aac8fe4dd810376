// What a worksheet sends, and what the answer makes of its changed rows. Pure: `now` says how a row stands by then.
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import type { GridSaves } from './definition.ts';
import { type CellEdit, isStored, type RowEdit, withStored } from './row-edit.ts';

type Now = (key: string) => RowEdit | null;
type Settled = ReadonlyMap<string, RowEdit | null>;

/** All rows in one question: numbers, versions and what was changed, by the record's own fields; new ones with what they are about. */
export function sheetBody(rows: readonly RowEdit[], { id, version, fields, creates }: GridSaves) {
  const about = (row: Row) => Object.entries(creates ?? {}).map(([field, column]) => [field, row[column]]);
  return {
    expected: rows.length,
    rows: rows.map(({ row, cells }) => ({
      ...(creates && (row[id] ?? null) === null
        ? Object.fromEntries(about(row))
        : { id: row[id], version: row[version] }),
      ...Object.fromEntries(
        [...cells.values()].flatMap(({ values }) =>
          Object.entries(values ?? {}).map(([column, value]) => [fields[column] ?? column, value]),
        ),
      ),
    })),
  };
}

/** Everything that was sent is stored; what was typed meanwhile stays. */
export function afterSaving(sent: readonly RowEdit[], answer: unknown, now: Now, saves: GridSaves): Settled {
  const stored = isJsonObject(answer) && Array.isArray(answer.rows) ? answer.rows : [];
  return new Map(
    sent.flatMap(({ key, cells }, i) => {
      const known = now(key);
      const isSent = (cell: CellEdit, column: string) => cells.get(column) === cell;
      return known ? [[key, withStored(known, asRow(stored[i], saves), isSent)] as const] : [];
    }),
  );
}

/**
 * A refusal at its rows and cells. Of a row that somebody else changed, the cells that both changed wait for a choice;
 * the others go on from what is stored now.
 */
export function afterRefusal(
  sent: readonly RowEdit[],
  failure: Failure,
  now: Now,
  saves: GridSaves,
): Settled {
  const settled = new Map<string, RowEdit | null>();
  const at = (i: number) => {
    const key = sent[i]?.key ?? '';
    return settled.has(key) ? (settled.get(key) ?? null) : now(key);
  };
  for (const conflict of conflictsOf(failure)) {
    const known = at(conflict.row);
    if (known) settled.set(known.key, rebased(known, conflict, saves));
  }
  for (const { pointer, message } of failure.errors) {
    const [, list, index = '', field = ''] = pointer.split('/');
    const known = list === 'rows' ? at(Number(index)) : null;
    if (!known || (failure.status === 409 && settled.has(known.key))) continue;
    const column = columnOf(known, field, saves);
    const cell = known.cells.get(column ?? '');
    if (cell && column !== null)
      settled.set(known.key, {
        ...known,
        cells: new Map(known.cells).set(column, { ...cell, problem: message }),
      });
    else settled.set(known.key, { ...known, failure: { ...failure, message } });
  }
  return settled;
}

interface Conflict {
  readonly row: number;
  readonly fields: readonly unknown[];
  readonly current: unknown;
  readonly by: string | null;
}

function conflictsOf({ status, details }: Failure): readonly Conflict[] {
  if (status !== 409 || !Array.isArray(details.rows)) return [];
  return details.rows
    .filter(isJsonObject)
    .map(({ row, fields, current, current_version: version, changed_by: by }) => ({
      row: Number(row),
      fields: Array.isArray(fields) ? fields : [],
      current: isJsonObject(current) ? { ...current, version } : null,
      by: typeof by === 'string' ? by : null,
    }));
}

function rebased(known: RowEdit, { fields, current, by }: Conflict, saves: GridSaves): RowEdit | null {
  const stored = asRow(current, saves);
  if (!stored) return known;
  const row = { ...known.row, ...stored };
  const cells = [...known.cells].flatMap(([column, cell]): readonly (readonly [string, CellEdit])[] => {
    if (isStored(row, cell)) return [];
    const columns = Object.keys(cell.values ?? { [column]: null });
    const both = columns.some((name) => fields.includes(saves.fields[name] ?? name));
    const values = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
    return [[column, both ? { ...cell, theirs: { by, values } } : cell]];
  });
  return cells.length > 0 ? { ...known, row, cells: new Map(cells), failure: null } : null;
}

/** A record by the columns of the row; null for what is none. */
function asRow(record: unknown, { id, version, fields, creates }: GridSaves): Row | null {
  if (!isJsonObject(record)) return null;
  const named = Object.entries(fields).map(([column, field]) => [column, record[field] ?? null] as const);
  // Rows of the records themselves have all their fields; rows that refer to them have those with a column.
  const own = id === 'id' ? record : {};
  const made = creates ? { [id]: record.id ?? null } : {};
  return { ...own, ...Object.fromEntries(named), ...made, [version]: record.version ?? null };
}

/** The changed cell that a field of the record belongs to. */
function columnOf({ cells }: RowEdit, field: string, { fields }: GridSaves): string | null {
  for (const [column, { values }] of cells)
    if (Object.keys(values ?? { [column]: null }).some((name) => (fields[name] ?? name) === field))
      return column;
  return null;
}

/** The row after a choice for some of its cells. */
export function chosen(known: RowEdit, column: string | null, take: 'mine' | 'theirs'): RowEdit | null {
  const cells = [...known.cells].flatMap(([id, cell]): readonly (readonly [string, CellEdit])[] => {
    if (!cell.theirs || (column !== null && id !== column)) return [[id, cell]];
    const { theirs: _, ...mine } = cell;
    return take === 'mine' ? [[id, mine]] : [];
  });
  return cells.length > 0 ? { ...known, cells: new Map(cells) } : null;
}
