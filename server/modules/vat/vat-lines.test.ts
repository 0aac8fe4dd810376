import { describe, expect, it } from 'vitest';
import { readVat, writeVat } from './vat-lines.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const line = (rest: string, head = 'B;263;20260701;263;ITEM') => `${head};${rest}`;
const back = (text: string, explained: Record<number, string> = {}) => {
  const bytes = bytesOf(text);
  const file = readVat(bytes);
  return writeVat(
    bytes,
    file,
    new Map(Object.entries(explained).map(([at, words]) => [Number(at), words])),
  ).toString('latin1');
};

describe('a file of VAT exceptions', () => {
  it('is read by its fields; what it says more stays in the text', () => {
    const { lines, faults } = readVat(
      bytesOf(
        `${line('ZONE;B4;;;;')}\n${line('COMP;AAA;305 AVM;1.20;1.05;Gr\u00fcn;', 'B;001;20260701;001;ITEM')}`,
      ),
    );
    expect(faults).toEqual([{ line: 1, message: expect.stringMatching(/^$/) }].slice(1));
    expect(lines.map(({ from, to, ...rest }) => rest)).toEqual([
      {
        line_no: 1,
        district_code: '263',
        base_date: '2026-07-01',
        level: 'ZONE',
        key: 'B4',
        test: null,
        message: null,
        given: null,
        quoted: false,
      },
      {
        line_no: 2,
        district_code: '001',
        base_date: '2026-07-01',
        level: 'COMP',
        key: 'AAA',
        test: '305 AVM',
        message: '1.20; 1.05',
        given: 'Gr\u00fcn',
        quoted: false,
      },
    ]);
  });

  it('takes the number of the test from the fourth field where that is not the district again', () => {
    expect(readVat(bytesOf(line('PID;7;;;;', 'B;263;20260701;904;ITEM'))).lines[0]?.test).toBe('904');
  });

  it('goes back byte for byte where nothing is explained', () => {
    const texts = [
      line('ZONE;B4;;;;'),
      `${line('ZONE;B4;300;x;;')}\r\n${line('PID;7;904;y;told;')}\r\n`,
      `\u00ef\u00bb\u00bf${line('ZONE;B4;300;x;;')}\n\n${line('PID;7;904;"a;b";"He said ""no"", twice";')}`,
      `A;VATEXCEPT;263;\r\n${line('ZONE;B4;300;caf\u00e9, "x";;')}\r\nC;unknown;\u00ff\r\nZ;4;1;\r\n`,
      'B,263,20260701,263,ITEM,ZONE,B4,300,"a, b",,\r\nB,263,20260701,263,ITEM,ZONE,B5,300,,"x ""y"" z",\r\n',
      `${line('ZONE;"Quoted" and not;300;x;"open;')}`,
      line('ZONE;B4;300;x;y'),
    ];
    for (const text of texts) expect([readVat(bytesOf(text)).faults, back(text)]).toEqual([[], text]);
  });

  it('has another last text field alone where one is given', () => {
    const text = `${line('ZONE;B4;300;x;;')}\r\n${line('PID;7;904;"a;b";"old ""words""";')}\r\n${line('PID;8;904;y;z;')}`;
    expect(back(text, { 1: 'Few sales', 2: 'new; "words"', 3: 'a; b' })).toBe(
      `${line('ZONE;B4;300;x;Few sales;')}\r\n${line('PID;7;904;"a;b";"new; ""words""";')}\r\n${line('PID;8;904;y;"a; b";')}`,
    );
    expect(back(line('ZONE;B4;300;x;y'), { 1: '\u00e9t\u00e9 "warm"' })).toBe(
      line('ZONE;B4;300;x;\u00e9t\u00e9 "warm"'),
    );
    // What was written is read again as it was meant.
    const again = bytesOf(back(line('ZONE;B4;300;x;;'), { 1: '"a"; =1+1' }));
    expect(readVat(again).lines[0]?.given).toBe('"a"; =1+1');
  });

  it('in UTF-8 stays so', () => {
    const bytes = Buffer.from(line('ZONE;B4;300;Grün – x;;'));
    const file = readVat(bytes);
    expect(file).toMatchObject({ encoding: 'UTF8', lines: [{ message: 'Grün – x' }] });
    expect(writeVat(bytes, file, new Map([[1, '漢']])).toString()).toBe(line('ZONE;B4;300;Grün – x;漢;'));
    expect(readVat(bytesOf(line('ZONE;B4;300;Gr\u00fcn;;')))).toMatchObject({
      encoding: 'LATIN1',
      lines: [{ message: 'Gr\u00fcn' }],
    });
  });

  it('that is none, empty, cut off, double or wrong in a line is told by the line', () => {
    const first = line('ZONE;B4;300;x;;');
    const told = (text: string) =>
      readVat(bytesOf(text)).faults.map(({ line: at, message }) => `${at ?? 'whole'}: ${message}`);
    expect(told('')).toEqual(['whole: The file is empty.']);
    expect(told('\u00ef\u00bb\u00bf\r\n')).toEqual(['whole: The file is empty.']);
    expect(told('PK\u0003\u0004\u0000')).toEqual([expect.stringMatching(/^whole: This is no text file/)]);
    expect(told('Dear valuer,\nplease explain')).toEqual([
      expect.stringMatching(/^1: This is no file of VAT/),
    ]);
    expect(told('A;RTSALEDATA;209;20220110 02:01;VALNET;\nZ;2;0;0;0;')).toEqual([
      '1: The file has no line of an exception: such a line begins with “B”.',
    ]);
    expect(told(`A;x;\n${first}`)).toEqual([expect.stringMatching(/^2: .* without its trailer Z/)]);
    expect(told(`A;x;\n${first}\nZ;9;7;`)).toEqual([
      '3: The trailer says 9 lines, the file has 3: it is cut off or was changed.',
    ]);
    expect(told(`${first}\n${line('ZONE;B5;300')}`)).toEqual([
      '2: It has 8 fields, the lines before it 11: the file is cut off.',
    ]);
    expect(told(`${first}\n${line('ZONE;B5;300;x;y;')}\n${first}`)).toEqual(['3: It repeats line 1.']);
    expect(told('B;263;20260701;')).toEqual(['1: It has 3 fields, and needs 8 at least.']);
    expect(told(line('ZONE;B4;300;x;;', 'B;26;20260701;26;ITEM'))).toEqual([
      '1: “26” is no district; three digits are.',
    ]);
    expect(told(line('ZONE;B4;300;x;;', 'B;263;20260801;263;ITEM'))).toEqual([
      '1: “20260801” is no base date; a 1 July such as 20260701 is.',
    ]);
    expect(told(line('LOT;B4;300;x;;'))).toEqual(['1: “LOT” is no level; ZONE, COMP and PID are.']);
    expect(told(line('PID;;300;x;;'))).toEqual(['1: It does not say which property it is about.']);
  });
});
