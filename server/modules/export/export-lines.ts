// Lines of a file for the Valuer General: quotes only where a field needs them, nothing before a text that a spreadsheet would
// take for a formula, since no spreadsheet reads it.
import type { ExportDays, ExportRecord } from '#src/core/link/catalog.ts';
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

/** Lines one after the other, each with its end. */
export interface OwnLines {
  readonly count: number;
  readonly bytes: readonly Uint8Array[];
}

/** How the fields of a line are written. */
export interface Hand {
  readonly delimiter: string;
  readonly days: ExportDays;
  /** Each line ends with a delimiter. */
  readonly trailing: boolean;
}

/** That of the files whose layout is ours. */
export const ownHand: Hand = { delimiter: ';', days: 'YYYYMMDD', trailing: false };

function dayOf(text: string, days: ExportDays): string {
  const [year = '', month = '', day = ''] = text.slice(0, 10).split('-');
  if (days === 'YYYYMMDD') return `${year}${month}${day}`;
  return `${days === 'D/MM/YYYY' ? Number(day) : day}/${month}/${year}`;
}

function wordsOf(value: unknown, type: ValueType | undefined, days: ExportDays): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return type === 'date' ? dayOf(text, days) : text;
}

export function lineOf(fields: readonly string[], { delimiter, trailing }: Hand = ownHand): string {
  const quotedWhereNeeded = (text: string) =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return fields.map(quotedWhereNeeded).join(delimiter) + (trailing ? delimiter : '');
}

/** A line of a row, behind the letter of its record where it has one, and what its columns demand of it. */
export function recordLine(
  { record, columns }: Pick<ExportRecord, 'columns'> & { readonly record: string | null },
  hand: Hand,
  types: ReadonlyMap<string, ValueType>,
  row: { readonly [column: string]: unknown },
): { readonly line: Line; readonly messages: readonly ItemMessage[] } {
  const about = {
    item: typeof row.item === 'number' ? row.item : null,
    district_code: String(row.district_code),
  };
  const messages: ItemMessage[] = [];
  const fields = columns.map(({ id, title, required, most }) => {
    const words = wordsOf(row[id], types.get(id), hand.days);
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
  const written = lineOf(record === null ? fields : [record, ...fields], hand);
  return { line: { item: about.item, district: about.district_code, text: written }, messages };
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
  kinds: readonly { readonly record: string; readonly lines: OwnLines }[],
): Buffer {
  const count = kinds.reduce((sum, { lines }) => sum + lines.count, 2);
  const counts = kinds.flatMap(({ record, lines }) => [record, String(lines.count)]);
  return fileOfLines([
    lineOf(['A', head.name, district, head.at, head.office, version, head.number, head.baseDate]),
    ...kinds.map(({ lines }) => lines),
    lineOf(['Z', String(count), ...counts]),
  ]);
}

/** A file of lines under headings. */
export function headedFile(headings: string, lines: OwnLines): Buffer {
  return fileOfLines([headings, lines]);
}

function fileOfLines(parts: readonly (string | OwnLines)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => (typeof part === 'string' ? [Buffer.from(part + lineEnd)] : part.bytes)),
  );
}
