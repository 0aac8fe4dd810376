import { read, utils } from '@e965/xlsx';
import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { PaperElement } from '#src/core/paper.ts';
import { sheetsOf } from './document/sheets.ts';
import { boldCell, longestCell, openWorkbook, xlsxCell, xlsxWriter } from './xlsx.ts';

const columns = [
  { id: 'name', title: 'Name & <place>', type: 'text' },
  { id: 'price', title: '=Price', type: 'number' },
  { id: 'day', title: 'Day', type: 'date' },
  { id: 'known', title: 'Known', type: 'boolean' },
] as const;
const rows = [
  { name: '=1+1', price: -5.25, day: '2022-05-06', known: true },
  { name: null, price: null, day: null, known: null },
  { name: 'a\nb "c" <d> & _x0041_ 木', price: 1_326_984, day: '1899-01-01', known: false },
];

function written(writer: ReturnType<typeof xlsxWriter>, all: readonly object[]): Buffer {
  return Buffer.concat([writer.head(), writer.rows(all as never), writer.end()]);
}

/** Sheets by name, as two libraries read them that had no part in the writing. */
async function readBack(bytes: Buffer) {
  const one = await readSheets(bytes);
  const other = read(bytes, { cellDates: true, UTC: true });
  return {
    one: one.map(({ sheet, data }) => [sheet, data]),
    other: other.SheetNames.map((name) => [
      name,
      utils.sheet_to_json(other.Sheets[name] ?? {}, { header: 1, defval: null, UTC: true }),
    ]),
  };
}

describe('an XLSX file', () => {
  it('is read by other libraries as it was written: each row and cell at its place, with its type', async () => {
    const { one, other } = await readBack(written(xlsxWriter(columns), rows));
    const sheets = [
      [
        'Rows',
        [
          ['Name & <place>', '=Price', 'Day', 'Known'],
          ['=1+1', -5.25, new Date('2022-05-06'), true],
          [null, null, null, null],
          ['a\nb "c" <d> & _x0041_ 木', 1_326_984, '1899-01-01', false],
        ],
      ],
    ];
    expect(one).toEqual(sheets);
    expect(other).toEqual(sheets);
  });

  it('is read with all of its sheets, also beyond the column Z', async () => {
    const titles = Array.from({ length: 705 }, (_, i) => `C${i + 1}`);
    const book = openWorkbook(['About', 'Rows & more']);
    book.sheet(['Part'], [20]);
    book.rows([[boldCell('Whole')], [xlsxCell(0.125, 'number', 'percent')]]);
    book.sheet(titles);
    book.rows([titles.map((_, i) => xlsxCell(i, 'number'))]);
    book.end();
    const { one, other } = await readBack(Buffer.from(book.take()));
    const sheets = [
      ['About', [['Part'], ['Whole'], [0.125]]],
      ['Rows & more', [titles, titles.map((_, i) => i)]],
    ];
    expect(one).toEqual(sheets);
    expect(other).toEqual(sheets);
  });

  it('is read by the names of its sheets, whatever its parts are called', async () => {
    const titles = [
      `It's ${'x'.repeat(25)}' y`,
      '\u0000\u0007',
      "'''",
      'a/b:c',
      'A/B:C',
      `${'y'.repeat(30)}😀`,
    ];
    const elements = titles.flatMap((text): readonly PaperElement[] => [
      { kind: 'heading', level: 2, text },
      { kind: 'figures', items: [{ id: 'n', title: 'Sales', value: '5', help: null }] } as never,
    ]);
    const names = sheetsOf('Whole', elements).map(({ name }) => name);
    expect(names).toEqual([`It's ${'x'.repeat(25)}`, 'Sheet', 'Sheet 2', 'a b c', 'A B C 2', 'y'.repeat(30)]);
    const book = openWorkbook(names);
    for (const name of names) book.sheet([name]);
    book.end();
    const { one, other } = await readBack(Buffer.from(book.take()));
    const sheets = names.map((name) => [name, [[name]]]);
    expect(one).toEqual(sheets);
    expect(other).toEqual(sheets);
  });

  it('says at the end of a text that it holds no longer one', async () => {
    const whole = { name: `${'x'.repeat(32_000)}木`.repeat(3) };
    const exact = { name: 'y'.repeat(longestCell) };
    const { one, other } = await readBack(written(xlsxWriter(columns.slice(0, 1)), [whole, exact]));
    for (const [first] of [one, other]) {
      const table = (first?.[1] ?? []) as readonly (readonly string[])[];
      const [, [cut = ''] = [], [kept = ''] = []] = table;
      expect([cut.length, kept]).toEqual([longestCell, exact.name]);
      expect(cut.endsWith('x … [cut: the whole has 96,003 characters, a cell holds 32,767]')).toBe(true);
    }
  });
});
