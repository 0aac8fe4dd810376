// What a figure, its target and its trend come to in numbers and words; the page and paper say the same.
import { formatValue } from '#src/core/format.ts';
import type { CodeRow, LinkedExpression, LinkedField } from '#src/core/linked.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { StatItem, StatTrend } from './link.ts';

export interface Reading {
  readonly evaluate: (expression: LinkedExpression, row: Row | null) => unknown;
  readonly codes: { readonly [table: string]: readonly CodeRow[] };
}

export function firstRow(value: unknown): Row | null {
  const row: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(row) ? row : null;
}

export function figureOf({ value, field }: StatItem, row: Row | null, { evaluate }: Reading): unknown {
  if (value) return evaluate(value, row);
  return field ? row?.[field.id] : null;
}

function inFormat(item: StatItem, value: unknown, row: Row | null, { codes }: Reading): string {
  const { field, format, unit } = item;
  const text = formatValue(format, value, {
    codes: (field?.codes && codes[field.codes]) || null,
    unitFlag: field?.unitField ? row?.[field.unitField] : undefined,
  });
  return unit ? `${text} ${unit}` : text;
}

/** The figure with its unit. */
export function writtenFigure(item: StatItem, row: Row | null, reading: Reading): string {
  return inFormat(item, figureOf(item, row, reading), row, reading);
}

export interface Judgement {
  readonly words: string;
  /** Null where figure or target is missing. */
  readonly met: boolean | null;
  readonly least: number | null;
  readonly most: number | null;
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** What the figure should be and whether it is; null without a target, or where the data give none. */
export function judged(item: StatItem, row: Row | null, reading: Reading): Judgement | null {
  const { target } = item;
  if (!target) return null;
  const least = target.least ? numberOf(reading.evaluate(target.least, row)) : null;
  const most = target.most ? numberOf(reading.evaluate(target.most, row)) : null;
  const write = (limit: number) => inFormat({ ...item, field: null }, limit, row, reading);
  const wanted =
    least !== null && most !== null
      ? least === most
        ? write(least)
        : `${write(least)} to ${write(most)}`
      : least !== null
        ? `${write(least)} or more`
        : most !== null
          ? `${write(most)} or less`
          : null;
  if (wanted === null) return null;
  const value = numberOf(figureOf(item, row, reading));
  const met = value === null ? null : (least === null || value >= least) && (most === null || value <= most);
  const verdict = met === null ? '' : met ? ': met' : ': not met';
  return { words: `${target.title} ${wanted}${verdict}`, met, least, most };
}

export interface Step {
  readonly row: Row;
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
}

/** The steps of a trend in their order; of very many the last ones. */
export function stepsOf(
  trend: StatTrend,
  item: StatItem,
  value: unknown,
  { codes }: Reading,
): readonly Step[] {
  if (!Array.isArray(value)) return [];
  const named = (field: LinkedField, raw: unknown) =>
    formatValue(field.format, raw, { codes: (field.codes && codes[field.codes]) || null });
  return value
    .filter(isJsonObject)
    .slice(-mostSteps)
    .map((row) => ({
      row,
      name: named(trend.by, row[trend.by.id]),
      value: numberOf(row[trend.field.id]),
      text: formatValue(item.format, row[trend.field.id]),
    }));
}

const mostSteps = 60;

/** The trend as a sentence: every step, so that who sees no line has as much. */
export function trendWords({ title }: StatItem, { by }: StatTrend, steps: readonly Step[]): string {
  return `${title} by ${by.title.toLowerCase()}: ${steps.map(({ name, text }) => `${name} ${text}`).join(', ')}`;
}
