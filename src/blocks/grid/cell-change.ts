import type { Row } from '#src/core/values.ts';
import type { GridColumn } from './definition.ts';
import type { Labels } from './format-cell.ts';
import { editText, parseCell } from './parse-cell.ts';
import type { CellEdit } from './row-edit.ts';

/** What a text typed or pasted into a cell makes of it. */
export function editOf(column: GridColumn, text: string, labels: Labels | null): CellEdit {
  const parsed = parseCell(column, text, labels);
  return 'problem' in parsed
    ? { text, values: null, problem: parsed.problem }
    : { text, values: parsed.values, problem: null };
}

/** The same value in another row: what was typed where it means nothing, the value itself where it does, to the last digit. */
export function copyOf(
  column: GridColumn,
  from: Row,
  unsaved: CellEdit | null,
  labels: Labels | null,
): CellEdit {
  if (unsaved?.values === null) return editOf(column, unsaved.text, labels);
  const text = editText(column, from);
  if (text === '') return editOf(column, '', labels);
  const { id, unitField } = column.field;
  const fields = column.field.format === 'area' && unitField ? [id, unitField] : [id];
  return {
    text,
    values: Object.fromEntries(fields.map((field) => [field, from[field] ?? null])),
    problem: null,
  };
}
