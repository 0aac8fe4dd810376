import { showDay } from '#src/core/dates.ts';
import { invalidDate } from '#src/core/day-forms.ts';
import { formProblem } from '#src/core/form-problem.ts';
import { parseAmount } from '#src/core/parse/amount.ts';
import { areaProblem, editArea, parseArea } from '#src/core/parse/area.ts';
import { parseDay } from '#src/core/parse/day.ts';
import { editPercent, parsePercent } from '#src/core/parse/percent.ts';
import type { Row } from '#src/core/values.ts';
import type { CellRules, GridColumn } from './definition.ts';
import type { Labels } from './format-cell.ts';

export type ParsedCell =
  | { readonly values: { readonly [field: string]: unknown } }
  | { readonly problem: string };

const percentDecimals = 4;
const yes = new Set(['yes', 'true', '1', 'x', 'y']);
const no = new Set(['no', 'false', '0', 'n']);

function limits(rules: CellRules, value: number): string | null {
  if (rules.minimum !== null && value < rules.minimum) return `At least ${rules.minimum} is needed.`;
  if (rules.maximum !== null && value > rules.maximum) return `At most ${rules.maximum} is accepted.`;
  return null;
}

function code(text: string, labels: Labels): string | null {
  if (labels.has(text)) return text;
  const lower = text.toLowerCase();
  return [...labels].find(([, label]) => label.toLowerCase() === lower)?.[0] ?? null;
}

function number(text: string, column: GridColumn, rules: CellRules): number | { readonly problem: string } {
  const decimals = column.field.type === 'integer' ? 0 : 6;
  const parsed =
    column.field.format === 'percent'
      ? parsePercent(text, { decimals: percentDecimals })
      : parseAmount(text, { decimals, currency: column.field.format === 'currency' });
  if ('problem' in parsed) return parsed;
  const problem = limits(rules, parsed.value);
  return problem === null ? parsed.value : { problem };
}

/** What a text typed or pasted into a cell means, as the input of its field in a form takes it. */
export function parseCell(column: GridColumn, typed: string, labels: Labels | null): ParsedCell {
  const { field, edit } = column;
  if (!edit) return { problem: `${column.title} cannot be changed here.` };
  const text = typed.trim();
  const value = (known: unknown): ParsedCell => ({ values: { [field.id]: known } });
  if (text === '') return edit.required ? { problem: 'A value is needed.' } : value(null);
  if (labels) {
    const known = code(text, labels);
    return known === null ? { problem: `"${text}" is no code of this list.` } : value(known);
  }
  if (field.type === 'boolean') {
    const lower = text.toLowerCase();
    if (yes.has(lower)) return value(true);
    return no.has(lower) ? value(false) : { problem: `"${text}" is neither yes nor no.` };
  }
  if (field.type === 'date') {
    const day = parseDay(text);
    return day === null ? { problem: invalidDate } : value(day);
  }
  if (field.format === 'area') {
    const area = parseArea(text);
    if (!area) return { problem: areaProblem };
    const problem = limits(edit, area.m2);
    if (problem !== null) return { problem };
    return { values: { [field.id]: area.m2, ...(field.unitField ? { [field.unitField]: area.unit } : {}) } };
  }
  if (field.type === 'integer' || field.type === 'number') {
    const parsed = number(text, column, edit);
    return typeof parsed === 'number' ? value(parsed) : parsed;
  }
  if (edit.maxLength !== null && [...text].length > edit.maxLength)
    return { problem: `At most ${edit.maxLength} characters are accepted.` };
  if (edit.pattern !== null && !new RegExp(edit.pattern, 'u').test(text))
    return { problem: formProblem(edit.takes) };
  return value(text);
}

/** A cell's value as it is typed again. */
export function editText(column: GridColumn, row: Row): string {
  const { field } = column;
  const value = row[field.id];
  if (value === null || value === undefined) return '';
  if (field.type === 'boolean') return value === true ? 'yes' : 'no';
  if (field.type === 'date') return showDay(String(value));
  if (field.format === 'area' && typeof value === 'number')
    return editArea({ m2: value, unit: field.unitField && row[field.unitField] === 'H' ? 'H' : 'M' });
  if (field.format === 'percent' && typeof value === 'number') return editPercent(value, percentDecimals);
  return String(value);
}
