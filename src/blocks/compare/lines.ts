// What differs between records, and how it is written, on the page and on paper.
import { formatValue, missing, wholeNote } from '#src/core/format.ts';
import { canonical } from '#src/core/link/hash.ts';
import type { CodeRow, LinkedField } from '#src/core/linked.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { ComparedField, ComparedSection, LinkedCompare } from './link.ts';

export interface ComparedLine {
  readonly compared: ComparedField;
  readonly differs: boolean;
}

export interface ComparedPart {
  readonly title: string;
  readonly lines: readonly ComparedLine[];
  readonly differing: number;
}

export function recordsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The same text for values that say the same: rows inside a record are not the same by their numbers. */
function meaningOf(value: unknown): string {
  if (isNothing(value)) return '';
  if (!Array.isArray(value)) return canonical(value);
  return canonical(
    value.map((row: unknown) => {
      if (!isJsonObject(row)) return row;
      const { id: _, ...cells } = row;
      return cells;
    }),
  );
}

/** The lines of each section; a field that none of the records has was not for its reader, and has no line. */
export function partsOf(
  sections: readonly ComparedSection[],
  records: readonly Row[],
): readonly ComparedPart[] {
  return sections.flatMap(({ title, fields }) => {
    const lines = fields
      .filter(({ field: { id } }) => records.some((record) => Object.hasOwn(record, id)))
      .map((compared): ComparedLine => {
        const meanings = new Set(records.map((record) => meaningOf(record[compared.field.id])));
        return { compared, differs: meanings.size > 1 };
      });
    const differing = lines.filter(({ differs }) => differs).length;
    return lines.length === 0 ? [] : [{ title, lines, differing }];
  });
}

/** `14 of 32 fields differ`: the answer before the table. */
export function summaryOf(
  parts: readonly ComparedPart[],
  { plural, name }: LinkedCompare,
  records: number,
): string {
  const all = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const differing = parts.reduce((sum, part) => sum + part.differing, 0);
  const called = name === null ? plural : 'versions';
  if (records < 2) return `One of two ${called} to compare.`;
  const fields = all === 1 ? 'field' : 'fields';
  return differing === 0
    ? `These ${records} ${called} have the same in all ${all} ${fields}.`
    : `${differing} of ${all} ${fields} ${differing === 1 ? 'differs' : 'differ'}.`;
}

type CodesOf = (field: LinkedField) => readonly CodeRow[] | null;

function cellText(field: LinkedField, format: LinkedField['format'], row: Row, codesOf: CodesOf): string {
  const value = row[field.id];
  const unitFlag = field.unitField ? row[field.unitField] : undefined;
  const text = wholeNote(format, value) ?? formatValue(format, value, { codes: codesOf(field), unitFlag });
  return field.unit && text !== missing && !text.includes(field.unit) ? `${text} ${field.unit}` : text;
}

/** A record's value in full; rows inside it cell by cell, `Hall, 4; Bath, 6`. */
export function writtenIn({ field, format, cells }: ComparedField, record: Row, codesOf: CodesOf): string {
  const value = record[field.id];
  if (!cells || !Array.isArray(value)) return cellText(field, format, record, codesOf);
  const rows = value.filter(isJsonObject).map((row) =>
    cells
      .map((cell) => cellText(cell, cell.format, row, codesOf))
      .filter((text) => text !== missing)
      .join(', '),
  );
  return rows.length === 0 ? missing : rows.join('; ');
}

/** What a record is called: `Property 312`; a version of one by its own name. */
export function nameOf({ label, name: column }: LinkedCompare, record: Row): string {
  if (column) return String(record[column] ?? missing);
  return label.replace(/\{(\w+)\}/g, (_, name: string) => String(record[name] ?? missing));
}
