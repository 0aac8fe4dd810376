// The Crown's tenure file, read by a pure function. The rows are synthetic.
import { describe, expect, it } from 'vitest';
import { csvRecords } from '#server/import/csv-records.ts';
import { ImportRefusal } from '#server/import/refusal.ts';
import { parseTenureFile, tenureHeadings } from '#server/import/tenure-file.ts';

const line = (cells: { readonly [heading: string]: string }) =>
  tenureHeadings
    .map((heading) => cells[heading] ?? '')
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
const first = {
  LGA: 'CESSNOCK',
  'Account No.': '600001',
  Holder: 'Marlbury, J "Jim"',
  'Lot/DP': '7/DP755247; 8/12/DP755247',
  Type: 'Licence',
  Usage: 'Grazing;Access',
  Structure: 'Shed',
  'Current Gross Annual Rent': '$1,234.50',
  'Current Net Annual Rent': '630',
  'Area(M2)': '4046.9',
  'Next Review Date': '1/02/2025',
  'Last Review Date': '29/02/2024',
  'Suspended Redetermination': 'Current',
};
const second = { 'Account No.': '600002', 'Lot/DP': '1/SP9' };
const third = { 'Account No.': '600003', 'Lot/DP': '5//DP1234' };
const file = (...lines: readonly string[]) => `${[tenureHeadings.join(','), ...lines].join('\r\n')}\r\n`;
const whole = file(line(first), line(second), line(third));

function refusalOf(text: string): ImportRefusal {
  try {
    parseTenureFile(text);
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
  throw new Error('The file was taken.');
}

describe('the tenure file', () => {
  it('has 37 columns', () => {
    expect(new Set(tenureHeadings).size).toBe(37);
  });

  it('of three rows with two lots in one cell is three tenures and four lots', () => {
    const tenures = parseTenureFile(whole);
    expect(tenures.map(({ account_no, line_no }) => [account_no, line_no])).toEqual([
      ['600001', 2],
      ['600002', 3],
      ['600003', 4],
    ]);
    expect(tenures.flatMap(({ lot_rows }) => lot_rows)).toEqual([
      { lot: '7', section: null, plan_type: 'DP', plan: '755247' },
      { lot: '8', section: '12', plan_type: 'DP', plan: '755247' },
      { lot: '1', section: null, plan_type: 'SP', plan: '9' },
      { lot: '5', section: null, plan_type: 'DP', plan: '1234' },
    ]);
  });

  it('writes days as d/mm/yyyy: 1/02/2025 is the first of February', () => {
    expect(parseTenureFile(whole)[0]).toMatchObject({ next_review: '2025-02-01', last_review: '2024-02-29' });
  });

  it('is read cell by cell: lists, money in whole dollars, a blank as nothing', () => {
    const [one, two] = parseTenureFile(whole);
    expect(one).toMatchObject({
      holder: 'Marlbury, J "Jim"',
      usage_rows: [{ usage: 'Grazing' }, { usage: 'Access' }],
      structure_rows: [{ structure: 'Shed' }],
      gross_rent: 1_235,
      net_rent: 630,
      area: 4_046.9,
      suspended: true,
    });
    expect(two).toMatchObject({
      holder: null,
      net_rent: null,
      next_review: null,
      suspended: false,
      usage_rows: [],
    });
  });

  it('with a row of 36 columns is refused with its line', () => {
    const short = line(second).split(',').slice(0, 36).join(',');
    const refusal = refusalOf(file(line(first), short, line(third)));
    expect([refusal.code, refusal.line, refusal.reason]).toEqual([
      'wrong-field-count',
      3,
      'This line has 36 columns, not 37.',
    ]);
  });

  it.each([
    [
      'a day that is none',
      { ...second, 'Next Review Date': '31/02/2025' },
      'Next Review Date is "31/02/2025", which is no day such as 1/02/2025.',
    ],
    [
      'an amount in words',
      { ...second, 'Latest Valuation': 'much' },
      'Latest Valuation is "much", which is no amount.',
    ],
    ['no account', { Holder: 'X' }, 'The account no. is missing.'],
    ['an account twice', first, 'Account no. 600001 stands in line 2 already.'],
  ])('is refused for %s', (_, cells, reason) => {
    const refusal = refusalOf(file(line(first), line(cells)));
    expect([refusal.line, refusal.reason]).toEqual([3, reason]);
  });

  it('is told by its heading', () => {
    expect(refusalOf('').code).toBe('empty-file');
    expect(refusalOf(whole.replace('Office', 'Bureau')).reason).toBe(
      'Column 2 is headed "Bureau", not "Office". Is this the tenure file?',
    );
  });
});

describe('records of a CSV text', () => {
  it('begin on their line, whatever stands in quotes', () => {
    expect(csvRecords('\uFEFFa,"b\nc"\n\n"d ""e""",\r\nf')).toEqual([
      { cells: ['a', 'b\nc'], line: 1 },
      { cells: ['d "e"', ''], line: 4 },
      { cells: ['f'], line: 5 },
    ]);
    expect(() => csvRecords('a,"b')).toThrow('never closed');
    expect(() => csvRecords('a\n"b"c')).toThrow(':2: A cell goes on');
  });
});
