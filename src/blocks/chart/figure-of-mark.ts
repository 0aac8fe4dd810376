// What a mark of a chart stands for, in the columns of the report.
import type { LinkedField, LinkedFigures } from '#src/core/linked.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import { type FigurePlace, leadsToRows, placesOfRow } from '#src/render/open-figure.ts';
import { type LinkedChart, originKey } from './linked-chart.ts';
import { type CodeTables, undrawn } from './prepare-rows.ts';

/** The figure that the chart draws; null for rows that are records themselves; undefined where it draws none. */
export function figureOfChart({ fields }: LinkedChart, figures: LinkedFigures): string | null | undefined {
  const drawn = fields.find(({ id }) => leadsToRows(figures, id));
  return drawn?.id ?? (figures.own ? null : undefined);
}

/** A mark of one row stands where the row does; one of several where their values agree: in a value or in a range. */
export function placesOfMark(
  datum: unknown,
  figures: LinkedFigures,
  fields: readonly LinkedField[],
  codes: CodeTables,
  rows: readonly Row[],
): readonly FigurePlace[] {
  if (!isJsonObject(datum)) return [];
  const values: { readonly [key: string]: unknown } = datum;
  const origin = values[originKey];
  if (isJsonObject(origin)) return placesOfRow(figures, origin);
  return fields.flatMap((field): readonly FigurePlace[] => {
    const { id } = field;
    if (Object.hasOwn(values, id)) return [{ column: id, value: undrawn(field, values[id], codes) ?? null }];
    const from = Object.keys(values).find(
      (key) => key.endsWith(`_${id}`) && Object.hasOwn(values, `${key}_end`),
    );
    if (from === undefined) return [];
    const end = (key: string) => undrawn(field, values[key], codes);
    const [low, high] = [end(from), end(`${from}_end`)];
    // The last step of a scale takes the value at its end as well.
    const last = typeof high === 'number' && rows.every((row) => !(Number(row[id]) > high));
    return [{ column: id, from: low, to: high, ...(last ? { last } : {}) }];
  });
}
