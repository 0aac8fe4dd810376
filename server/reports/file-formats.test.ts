import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvCell } from '#src/core/csv.ts';
import { csvWriter } from './csv.ts';
import { xlsxCell, xlsxWriter } from './xlsx.ts';

const columns = [
  { id: 'a', title: 'A, "first"', type: 'text' },
  { id: 'b', title: '=B', type: 'number' },
] as const;

describe('files of rows', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\n=x', '"\'\n=x"'],
    ['\nx', '"\'\nx"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['﹦1', "'﹦1"],
    [' =1', "' =1"],
    ['\u00a0\u200b\ufeff=1', "'\u00a0\u200b\ufeff=1"],
    ['\u0000@x', "'\u0000@x"],
    [['=1', 'x'], "'=1; x"],
    ['a=1', 'a=1'],
    [' a', ' a'],
    ['—x', '—x'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['a\nb', '"a\nb"'],
    ['plain', 'plain'],
    [-5, '-5'],
    [0, '0'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, ''],
    [['a', 'b'], 'a; b'],
  ])('write %j as the CSV cell %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('begin a CSV with a mark and the titles', () => {
    const writer = csvWriter(columns);
    const text = Buffer.concat([writer.head(), writer.rows([{ a: 'x', b: -5 }]), writer.end()]).toString(
      'utf8',
    );
    expect(text).toBe('\ufeff"A, ""first""",\'=B\r\nx,-5\r\n');
  });

  it.each([
    ['=1+1', 'text', '<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>'],
    [
      'a<b>&\u0001\ud800',
      'text',
      '<c t="inlineStr"><is><t xml:space="preserve">a&lt;b&gt;&amp;</t></is></c>',
    ],
    [-5, 'number', '<c><v>-5</v></c>'],
    ['2022-05-06', 'date', '<c s="1"><v>44687</v></c>'],
    ['1900-03-01', 'date', '<c s="1"><v>61</v></c>'],
    ['1900-02-28', 'date', '<c t="inlineStr"><is><t xml:space="preserve">1900-02-28</t></is></c>'],
    [null, 'text', '<c/>'],
    [false, 'boolean', '<c t="b"><v>0</v></c>'],
  ] as const)('write %j (%s) as the XLSX cell %s', (value, type, cell) => {
    expect(xlsxCell(value, type)).toBe(cell);
  });

  it('make a whole workbook out of batches', () => {
    const writer = xlsxWriter(columns);
    const parts = [writer.head()];
    for (let i = 0; i < 5; i++)
      parts.push(writer.rows(Array.from({ length: 1000 }, (_, n) => ({ a: `row ${n}`, b: n }))));
    const files = unzipSync(Buffer.concat([...parts, writer.end()]));
    expect(Object.keys(files).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString('utf8');
    expect(sheet.match(/<row /g)).toHaveLength(5001);
    expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
  });
});
