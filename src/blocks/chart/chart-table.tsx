import type { ReactNode } from 'react';
import { formatValue, isNumericFormat } from '#src/core/format.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { CodeTables } from './prepare-rows.ts';

const shownRows = 500;

/** The same rows as words and figures, for those who cannot see the chart or want to be exact. */
export function ChartTable({
  rows,
  total,
  fields,
  codes,
  caption,
  onRow,
}: {
  readonly rows: readonly Row[];
  /** The rows that there are, where not all are here. */
  readonly total: number | null;
  readonly fields: readonly LinkedField[];
  readonly codes: CodeTables;
  readonly caption: string;
  readonly onRow: ((row: Row) => void) | null;
}): ReactNode {
  const shown = rows.slice(0, shownRows);
  const of = total ?? rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="cad-chart-table" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="cad-visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.id} scope="col" className={numberClass(field)}>
                {field.title}
                {field.unit ? ` (${field.unit})` : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer never move
            <tr key={i}>
              {fields.map((field, at) => {
                const text = formatValue(field.format, row[field.id], {
                  codes: field.codes ? (codes[field.codes] ?? null) : null,
                  unitFlag: field.unitField ? row[field.unitField] : undefined,
                });
                return (
                  <td key={field.id} className={numberClass(field)}>
                    {at === 0 && onRow ? (
                      <button type="button" onClick={() => onRow(row)}>
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < of ? (
        <p className="cad-muted">
          The first {formatValue('integer', shown.length)} of {formatValue('integer', of)} rows.
        </p>
      ) : null}
    </section>
  );
}

function numberClass(field: LinkedField): string | undefined {
  return isNumericFormat(field.format) && !field.codes ? 'cad-number' : undefined;
}
