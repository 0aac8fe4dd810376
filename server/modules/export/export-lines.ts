// Lines of a file for the Valuer General: `;` between the fields, quotes only where a field needs them, nothing before a text
// that a spreadsheet would take for a formula, since no spreadsheet reads it.
import type { ExportRecord } from '#src/core/link/catalog.ts';
import type { ValueType } from '#src/core/values.ts';

export const lineEnd = '\r\n';

export interface ItemMessage {
  readonly item: number | null;
  readonly district_code: string;
  readonly severity: 'E' | 'W';
  readonly rule: string;
  readonly message: string;
}

/** A line with what it is about. */
export interface Line {
  readonly item: number | null;
  readonly district: string;
  readonly text: string;
}

function wordsOf(value: unknown, type: ValueType | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return type === 'date' ? text.slice(0, 10).replaceAll('-', '') : text;
}

function quotedWhereNeeded(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function lineOf(fields: readonly string[]): string {
  return fields.map(quotedWhereNeeded).join(';');
}

/** A line of a row, and what its columns demand of it. */
export function recordLine(
  { record, columns }: ExportRecord,
  types: ReadonlyMap<string, ValueType>,
  row: { readonly [column: string]: unknown },
): { readonly line: Line; readonly messages: readonly ItemMessage[] } {
  const about = {
    item: typeof row.item === 'number' ? row.item : null,
    district_code: String(row.district_code),
  };
  const messages: ItemMessage[] = [];
  const fields = columns.map(({ id, title, required, most }) => {
    const words = wordsOf(row[id], types.get(id));
    if (required && words.trim() === '')
      messages.push({
        ...about,
        severity: 'E',
        rule: 'EMPTY',
        message: `${title} is empty. The file needs it.`,
      });
    // Letters as people count them: a cut leaves no half of one.
    const letters = most === null || words.length <= most ? null : [...words];
    if (most === null || letters === null || letters.length <= most) return words;
    messages.push({
      ...about,
      severity: 'W',
      rule: 'CUT',
      message: `${title} has ${letters.length} characters, the file holds ${most}: what is beyond is cut.`,
    });
    return letters.slice(0, most).join('');
  });
  const line = { item: about.item, district: about.district_code, text: lineOf([record, ...fields]) };
  return { line, messages };
}

export interface FileHead {
  readonly name: string;
  /** YYYYMMDD HH:MM of the office. */
  readonly at: string;
  readonly office: string;
  readonly number: string;
  /** YYYYMMDD; empty where the type is of no year. */
  readonly baseDate: string;
}

const version = '1';

/** The file of a district: header, lines in the order of their kinds, trailer with the counts. */
export function districtFile(
  head: FileHead,
  district: string,
  kinds: readonly { readonly record: string; readonly lines: readonly Line[] }[],
): string {
  const own = kinds.map(({ record, lines }) => ({
    record,
    lines: lines.filter((line) => line.district === district),
  }));
  const count = own.reduce((sum, { lines }) => sum + lines.length, 2);
  const counts = own.flatMap(({ record, lines }) => [record, String(lines.length)]);
  return [
    lineOf(['A', head.name, district, head.at, head.office, version, head.number, head.baseDate]),
    ...own.flatMap(({ lines }) => lines.map(({ text }) => text)),
    lineOf(['Z', String(count), ...counts]),
    '',
  ].join(lineEnd);
}
