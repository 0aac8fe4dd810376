// Rows of a report side by side under columns that the data made, as a grid with `columnsFrom` shows them: for its files.
import { acrossId } from '#src/core/across.ts';
import type { LinkedField } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import { columnMap, quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import type { RowSource } from './rows.ts';

export interface MadeColumn {
  readonly id: string;
  readonly value: string;
}

interface AcrossBlock {
  readonly keys: readonly string[];
  readonly match: string;
  readonly cells: readonly string[];
}

/** The block of a screen with columns from data; null where it has none. */
function acrossBlock(blocks: unknown, id: string): AcrossBlock | null {
  if (Array.isArray(blocks)) {
    for (const block of blocks) {
      const found = acrossBlock(block, id);
      if (found) return found;
    }
    return null;
  }
  if (!isJsonObject(blocks)) return null;
  if (blocks.id !== id || !isJsonObject(blocks.columnsFrom)) return acrossBlock(Object.values(blocks), id);
  const { columnsFrom, columns } = blocks;
  return { keys: idsOf(columns), match: String(columnsFrom.match), cells: idsOf(columnsFrom.cells) };
}

function idsOf(columns: unknown): readonly string[] {
  return Array.isArray(columns) ? columns.filter(isJsonObject).map(({ id }) => String(id)) : [];
}

/** Texts that the caller sent stand in the statement as literals, since the kept run has no parameters. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function acrossSource(
  base: RowSource,
  blocks: unknown,
  block: string | null,
  made: readonly MadeColumn[],
): RowSource {
  const found = block === null ? null : acrossBlock(blocks, block);
  if (!found || ![...found.keys, ...found.cells, found.match].every((id) => base.columns.has(id)))
    throw new Problem('unknown-field', `No block "${block ?? ''}" of this page has columns from data.`, {
      errors: [{ pointer: '/block', message: 'This block has no columns from data.' }],
    });
  const known = new Map(base.fields.map((field) => [field.id, field]));
  const fieldOf = (id: string, name: string): LinkedField[] => {
    const field = known.get(id);
    return field ? [{ ...field, id: name }] : [];
  };
  const cells = made.flatMap(({ id, value }) =>
    found.cells.map((cell) => ({ cell, name: acrossId(cell, id), value })),
  );
  const keys = found.keys.map(quoted);
  const selected = cells.map(
    ({ cell, name, value }) =>
      `(array_agg(${quoted(cell)}) filter (where ${quoted(found.match)}::text = ${literal(value)}))[1] as ${quoted(name)}`,
  );
  const column = (id: string, name: string) => ({
    id: name,
    type: base.columns.get(id)?.type ?? ('text' as const),
  });
  return {
    ...base,
    columns: columnMap([
      ...found.keys.map((id) => column(id, id)),
      ...cells.map(({ cell, name }) => column(cell, name)),
    ]),
    fields: [
      ...found.keys.flatMap((id) => fieldOf(id, id)),
      ...cells.flatMap(({ cell, name }) => fieldOf(cell, name)),
    ],
    key: null,
    rowLimit: null,
    report: false,
    ordered: true,
    figures: null,
    base: {
      source: base,
      over: (statement) => `select ${[...keys, ...selected].join(', ')} from (${statement}
        ) b group by ${keys.join(', ')} order by ${keys.join(', ')}`,
    },
  };
}
