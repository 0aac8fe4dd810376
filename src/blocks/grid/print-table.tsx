import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { wholeNote } from '#src/core/format.ts';
import { counted } from '#src/core/nouns.ts';
import type { GroupOfRows } from '#src/core/rows.ts';
import { rowAt } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { everything } from '#src/render/selection.ts';
import type { GridColumn, LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import { GroupRows } from './group-rows.ts';
import { beforePrinting } from './printing.ts';
import { totalText } from './total-text.ts';

/** More rows than this are for the export. */
export const mostPrinted = 2_000;

/** More columns than this stand in small print. */
const manyColumns = 12;

const freeFormats: ReadonlySet<string> = new Set(['text', 'note', 'richText', 'shortAddress']);

/** Text that may take a second line; dates, numbers and codes never break. */
const isFree = ({ format, field }: GridColumn): boolean =>
  freeFormats.has(format) && !field.codes && !field.list;

interface Printed {
  readonly rows: readonly Row[];
  readonly total: number;
  /** False where the browser printed by itself, so that only the rows that were here could be drawn. */
  readonly whole: boolean;
}

/** The rows for paper: fetched when the page is printed by its keys or button, at least what is here when not. */
function usePrinted(model: GridModel): Printed | null {
  const [printed, setPrinted] = useState<Printed | null>(null);
  useEffect(() => {
    let ready: Printed | null = null;
    const total = () => model.window.total ?? 0;
    const leave = beforePrinting(async () => {
      const wanted = Math.min(total(), mostPrinted);
      // A page that cannot be fetched leaves what is here, and says so.
      const rows = wanted === 0 ? [] : await model.window.rows(0, wanted - 1).catch(() => null);
      ready = rows ? { rows, total: total(), whole: true } : null;
      if (ready) flushSync(() => setPrinted(ready));
    });
    const before = () => {
      if (ready) return;
      const rows: Row[] = [];
      for (const [index, { page, index: place }] of model.window.loaded()) {
        if (index !== rows.length || index >= mostPrinted) break;
        rows.push(rowAt(page, place));
      }
      flushSync(() => setPrinted({ rows, total: total(), whole: rows.length === total() }));
    };
    const after = () => {
      ready = null;
      setPrinted(null);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      leave();
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [model]);
  return printed;
}

type Line = { readonly group: GroupOfRows } | { readonly row: Row; readonly index: number };

function linesOf(model: GridModel, rows: readonly Row[]): readonly Line[] {
  const { groups, groupLevels } = model.window;
  if (!groups) return rows.map((row, index) => ({ row, index }));
  const all = new GroupRows(groups, groupLevels, everything);
  const lines: Line[] = [];
  for (let at = 0; at < all.count; at += 1) {
    const entry = all.entry(at);
    if (entry?.kind === 'group') lines.push({ group: entry.group });
    else if (entry) {
      const row = rows[entry.row];
      if (!row) break;
      lines.push({ row, index: entry.row });
    }
  }
  // Groups whose rows are not printed have no place at the end.
  while (lines.length > 0 && rows.length < all.total && 'group' in (lines.at(-1) ?? {})) lines.pop();
  return lines;
}

function shortfall({ rows, total, whole }: Printed, noun: string): string | null {
  if (rows.length >= total) return null;
  const first = `The first ${rows.length.toLocaleString('en-AU')} of ${counted(total, noun)} are printed.`;
  return whole
    ? `${first} Narrow the filters, or export them all.`
    : `${first} Print by the button of the table, or by Ctrl+P, to have more.`;
}

/** All rows as a table for paper, its heading on every sheet; on screen it is not there. */
export function PrintTable({
  model,
  block,
  empty,
}: {
  readonly model: GridModel;
  readonly block: LinkedGrid;
  /** What is said where there is no row. */
  readonly empty: string;
}) {
  const printed = usePrinted(model);
  if (!printed) return null;
  const columns = model.layout.columns.flatMap(({ column }) => column ?? []);
  const missing = shortfall(printed, block.noun);
  const hasTotals = columns.some(({ total }) => total !== null);
  return (
    <table className="cad-grid-print" data-wide={columns.length > manyColumns}>
      {missing ? <caption>{missing}</caption> : null}
      <thead>
        <tr>
          {columns.map(({ id, title, unit, align }) => (
            <th key={id} scope="col" className={`cad-${align}`}>
              {title}
              {unit ? ` ${unit}` : ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.window.total === 0 ? (
          <tr>
            <td className="cad-grid-print-none" colSpan={columns.length}>
              {empty}
            </td>
          </tr>
        ) : null}
        {linesOf(model, printed.rows).map((line) =>
          'group' in line ? (
            <tr
              key={`g${JSON.stringify([line.group.level, line.group.values])}`}
              className="cad-grid-print-group"
            >
              {columns.map((column, i) => (
                <td key={column.id} className={`cad-${i === 0 ? 'left' : column.align}`}>
                  {i === 0 ? model.views.groupText(line.group) : totalText(column, line.group.totals)}
                </td>
              ))}
            </tr>
          ) : (
            <tr key={line.index}>
              {columns.map((column) => (
                <td key={column.id} className={`cad-${column.align}`} data-free={isFree(column) || undefined}>
                  {wholeNote(column.format, line.row[column.id]) ?? model.views.edited(column, line.row)}
                </td>
              ))}
            </tr>
          ),
        )}
        {hasTotals && printed.rows.length > 0 ? (
          <tr className="cad-grid-print-group">
            {columns.map((column, i) => (
              <td key={column.id} className={`cad-${column.align}`}>
                {column.total ? totalText(column, model.window.totals) : i === 0 ? 'Total' : ''}
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
