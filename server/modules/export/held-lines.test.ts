import { expect, it } from 'vitest';
import { districtFile, headedFile } from './export-lines.ts';
import { HeldLines } from './held-lines.ts';

const none: ReadonlySet<number | null> = new Set();
const textOf = (lines: HeldLines, district: string, bad = none) => {
  const { count, bytes } = lines.of(district, bad);
  const text = Buffer.concat(bytes).toString();
  expect(text.split('\r\n').length - 1).toBe(count);
  return text;
};

it('are given back district by district in the order in which they came, however many and long they are', () => {
  const lines = new HeldLines();
  const words = (i: number) => `${i};${'Æ é ü '.repeat(i % 37)}${i % 1_000 === 0 ? 'x'.repeat(400_000) : ''}`;
  for (let i = 0; i < 5_000; i++) lines.push({ item: i, district: `00${i % 3}`, text: words(i) });
  expect(lines.length).toBe(5_000);
  for (const rest of [0, 1, 2]) {
    const own = Array.from({ length: 5_000 }, (_, i) => i).filter((i) => i % 3 === rest);
    expect(textOf(lines, `00${rest}`)).toBe(own.map((i) => `${words(i)}\r\n`).join(''));
    const bad = new Set(own.filter((i) => i % 7 === 0));
    expect(textOf(lines, `00${rest}`, bad)).toBe(
      own
        .filter((i) => i % 7 !== 0)
        .map((i) => `${words(i)}\r\n`)
        .join(''),
    );
  }
  expect(lines.of('009', none).count).toBe(0);
});

it('stay where they are of no item, and stand together where the file is one', () => {
  const lines = new HeldLines(true);
  lines.push({ item: null, district: '002', text: 'a' });
  lines.push({ item: 1, district: '001', text: 'b' });
  lines.push({ item: 2, district: '002', text: 'c' });
  expect(textOf(lines, '', new Set([1]))).toBe('a\r\nc\r\n');
  expect(headedFile('H', lines.of('', none)).toString()).toBe('H\r\na\r\nb\r\nc\r\n');
});

it('are counted in the trailer of their district', () => {
  const lines = new HeldLines();
  lines.push({ item: 1, district: '001', text: 'B;1' });
  lines.push({ item: 2, district: '001', text: 'B;2' });
  const head = { name: 'LV', at: '20260701 09:00', office: 'Office', number: 'EXP-1', baseDate: '20260701' };
  expect(districtFile(head, '001', [{ record: 'B', lines: lines.of('001', new Set([2])) }]).toString()).toBe(
    'A;LV;001;20260701 09:00;Office;1;EXP-1;20260701\r\nB;1\r\nZ;3;B;1\r\n',
  );
});
