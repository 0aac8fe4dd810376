// Numbers as they were recorded have more or fewer decimals. They stand under each other by their points: what a shorter
// one lacks is left free behind its last figure, and no text, copy or file has it.
import type { ReactElement } from 'react';
import type { FormatId } from '#src/core/linked.ts';
import type { RowPage } from '#src/core/rows.ts';
import type { GridColumn } from './definition.ts';
import { formatCell } from './format-cell.ts';
import { widthOfText } from './layout.ts';

const asRecorded: ReadonlySet<FormatId> = new Set(['area', 'acres', 'number']);

// What a total is called, the figure, its decimals, its unit.
const parts = /^((?:avg |min |max )?−?[\d,]+)(\.\d+)?( \S+)?$/;

/** How many decimals the longest figure of each column has, as far as its rows are here. */
export class Decimals {
  readonly #most = new Map<string, number>();
  readonly #columns: readonly GridColumn[];

  constructor(columns: readonly GridColumn[]) {
    this.#columns = columns.filter(({ format, field }) => asRecorded.has(format) && !field.codes);
  }

  read(page: RowPage): void {
    for (const { id, field, format } of this.#columns) {
      const valuesOf = (name: string | null) =>
        page.values[page.columns.findIndex((column) => column.id === name)] ?? [];
      const [values, units] = [valuesOf(id), valuesOf(field.unitField)];
      let most = this.#most.get(id) ?? 0;
      for (const [i, value] of values.entries()) {
        const row = { [field.id]: value, ...(field.unitField ? { [field.unitField]: units[i] } : {}) };
        most = Math.max(most, decimalsOf(formatCell(field, format, row, null)));
      }
      this.#most.set(id, most);
    }
  }

  /** The text as it stands in its column. */
  aligned({ id, field, width }: GridColumn, text: string): ReactElement | string {
    const most = this.#most.get(id);
    const found = most === undefined ? null : parts.exec(text);
    if (most === undefined || !found) return text;
    const [, whole = '', decimals = '', unit = ''] = found;
    const lacking = `${decimals === '' ? '.' : ''}${'0'.repeat(Math.max(0, most - decimalsOf(text)))}`;
    const pad = most === 0 || lacking === '' || widthOfText(text + lacking) > width ? null : lacking;
    // Hectares stand among square metres, and the one word is shorter.
    const unitApart = field.unitField !== null && unit !== '';
    if (pad === null && !unitApart) return text;
    return (
      <>
        {whole}
        {decimals}
        {pad === null ? null : <span className="cad-grid-lacking" data-lacking={pad} />}
        {unitApart ? (
          <>
            {' '}
            <span className="cad-grid-area-unit">{unit.trim()}</span>
          </>
        ) : (
          unit
        )}
      </>
    );
  }
}

function decimalsOf(text: string): number {
  return Math.max(0, (parts.exec(text)?.[2]?.length ?? 0) - 1);
}
