import { expect, it } from 'vitest';
import { progressLines } from '#scripts/database/progress.ts';

it('prints a line at every five per cent of a long command, with the seconds since its begin', () => {
  const lines: string[] = [];
  let at = 0;
  const told = progressLines(
    (line) => void lines.push(line),
    () => (at += 1_000),
  );
  for (let percent = 0; percent <= 100; percent += 1) told(percent / 100, `Writing ${percent}`);
  told(1, 'Writing 100 again');
  expect(lines.slice(0, 3)).toEqual([
    '  0 %  1 s  Writing 0',
    '  5 %  2 s  Writing 5',
    ' 10 %  3 s  Writing 10',
  ]);
  expect(lines).toHaveLength(21);
});
