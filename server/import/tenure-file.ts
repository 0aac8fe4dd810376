import { csvRecords } from './csv-records.ts';
import { ImportRefusal } from './refusal.ts';

export interface TenureLot {
  readonly lot: string;
  readonly section: string | null;
  readonly plan_type: string | null;
  readonly plan: string | null;
}

/** A line of the Crown's tenure file, named as the columns of the table; rows inside under their names in the entity. */
export interface TenureRecord {
  readonly line_no: number;
  readonly account_no: string;
  readonly lot_rows: readonly TenureLot[];
  readonly usage_rows: readonly { readonly usage: string }[];
  readonly structure_rows: readonly { readonly structure: string }[];
  readonly [column: string]: unknown;
}

type Kind = 'text' | 'account' | 'money' | 'number' | 'date' | 'flag' | 'lots' | 'usages' | 'structures';

/** The 37 headings in their order, the column each fills, and how its cell is read. */
const columns: readonly (readonly [heading: string, column: string, kind: Kind])[] = [
  ['Region', 'region', 'text'],
  ['Office', 'office', 'text'],
  ['LGA', 'lga', 'text'],
  ['Suburb', 'suburb', 'text'],
  ['Account No.', 'account_no', 'account'],
  ['Holder', 'holder', 'text'],
  ['Lot/DP', 'lot_rows', 'lots'],
  ['Type', 'tenure_type', 'text'],
  ['Sub Type', 'subtype', 'text'],
  ['Usage', 'usage_rows', 'usages'],
  ['Structure', 'structure_rows', 'structures'],
  ['Current Gross Annual Rent', 'gross_rent', 'money'],
  ['Current Net Annual Rent', 'net_rent', 'money'],
  ['Area(M2)', 'area', 'number'],
  ['Next Review Date', 'next_review', 'date'],
  ['Last Review Date', 'last_review', 'date'],
  ['Redetermined Rent', 'redetermined_rent', 'money'],
  ['Rent Prior to Last Redetermination', 'prior_rent', 'money'],
  ['Term', 'term', 'text'],
  ['Commencement Date', 'commenced_on', 'date'],
  ['Expiry Date', 'expires_on', 'date'],
  ['Tenure Holder Class', 'holder_class', 'text'],
  ['Tenure Class', 'tenure_class', 'text'],
  ['Tenure Usage Classification', 'usage_class', 'text'],
  ['Suspended Redetermination', 'suspended', 'flag'],
  ['Suspended Redetermination Expiry Date', 'suspended_until', 'date'],
  ['Rebate Category', 'rebate_category', 'text'],
  ['Latest Valuation', 'latest_valuation', 'money'],
  ['CLCTA', 'clcta', 'text'],
  ['Express Rent', 'express_rent', 'text'],
  ['Previous Valuation Completed By', 'valued_by', 'text'],
  ['Previous Valuation Date', 'valued_on', 'date'],
  ['Latest Redet Status', 'file_status', 'text'],
  ['Date Redet Notice issued', 'noticed_on', 'date'],
  ['Last Date for Objection', 'objection_until', 'date'],
  ['Redet Process Type', 'process_type', 'text'],
  ['Valuation CM9 Ref.', 'valuation_ref', 'text'],
];

export const tenureHeadings: readonly string[] = columns.map(([heading]) => heading);

/**
 * Reads the Crown's tenure file: a CSV with a heading and 37 columns, of which three hold lists parted by semicolons; days
 * are d/mm/yyyy, money is rounded to whole dollars. All or nothing: the first fault refuses the file with its line.
 */
export function parseTenureFile(text: string): readonly TenureRecord[] {
  const [heading, ...rows] = csvRecords(text);
  if (!heading) throw new ImportRefusal('empty-file', 0, 'The file is empty.');
  demandWidth(heading.cells, heading.line);
  heading.cells.forEach((cell, i) => {
    const expected = tenureHeadings[i] ?? '';
    if (plain(cell) !== plain(expected))
      throw new ImportRefusal(
        'unknown-record',
        heading.line,
        `Column ${i + 1} is headed "${cell}", not "${expected}". Is this the tenure file?`,
      );
  });
  const known = new Map<string, number>();
  return rows.map(({ cells, line }) => {
    demandWidth(cells, line);
    const record = recordOf(cells, line);
    const before = known.get(record.account_no);
    if (before !== undefined)
      throw new ImportRefusal(
        'bad-value',
        line,
        `Account no. ${record.account_no} stands in line ${before} already.`,
      );
    known.set(record.account_no, line);
    return record;
  });
}

const plain = (text: string) => text.replace(/[*\s.]+/g, '').toLowerCase();

function demandWidth(cells: readonly string[], line: number): void {
  if (cells.length !== columns.length)
    throw new ImportRefusal(
      'wrong-field-count',
      line,
      `This line has ${cells.length} columns, not ${columns.length}.`,
    );
}

function recordOf(cells: readonly string[], line: number): TenureRecord {
  const values: { [column: string]: unknown } = {};
  columns.forEach(([heading, column, kind], i) => {
    values[column] = cellValue((cells[i] ?? '').trim(), kind, heading, line);
  });
  return { ...values, line_no: line } as unknown as TenureRecord;
}

function cellValue(cell: string, kind: Kind, heading: string, line: number): unknown {
  const bad = (takes: string) =>
    new ImportRefusal('bad-value', line, `${heading} is "${cell}", which is no ${takes}.`);
  if (kind === 'lots') return listOf(cell).map(lotOf);
  if (kind === 'usages') return listOf(cell).map((usage) => ({ usage }));
  if (kind === 'structures') return listOf(cell).map((structure) => ({ structure }));
  if (kind === 'account') {
    if (cell === '') throw new ImportRefusal('bad-value', line, 'The account no. is missing.');
    return cell;
  }
  if (kind === 'flag') {
    if (cell !== '' && cell.toLowerCase() !== 'current') throw bad('"Current" and not blank');
    return cell !== '';
  }
  if (cell === '') return null;
  if (kind === 'text') return cell;
  if (kind === 'date') {
    const day = dayOf(cell);
    if (day === null) throw bad('day such as 1/02/2025');
    return day;
  }
  const number = /^\$?-?[\d,]+(\.\d+)?$/.test(cell) ? Number(cell.replace(/[$,]/g, '')) : Number.NaN;
  if (!Number.isFinite(number)) throw bad(kind === 'money' ? 'amount' : 'number');
  return kind === 'money' ? Math.round(number) : number;
}

const listOf = (cell: string): readonly string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `7/DP755247`, `7//DP755247`, `7/12/DP755247`, `7/755247`; what reads otherwise is kept whole as the lot. */
function lotOf(written: string): TenureLot {
  const found = /^(?:lot )?([A-Za-z0-9]+)(?:\/([A-Za-z0-9]*))?\/ ?(DP|SP|CP)? ?(\d+)$/i.exec(written);
  if (!found) return { lot: written, section: null, plan_type: null, plan: null };
  const [, lot = '', section, type = 'DP', plan = ''] = found;
  return { lot, section: section || null, plan_type: type.toUpperCase(), plan };
}

/** d/mm/yyyy, the day first; null where there is no such day. */
function dayOf(cell: string): string | null {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell);
  if (!found) return null;
  const [, day = '', month = '', year = ''] = found;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const made = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(made.getTime()) || made.toISOString().slice(0, 10) !== iso ? null : iso;
}
