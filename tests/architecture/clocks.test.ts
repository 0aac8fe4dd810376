import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './sources.ts';

it('measures no time in a test: how long work takes is printed by the bench, and fails nothing', () => {
  const timed = ['src', 'server', 'tests'].flatMap((folder) =>
    filesUnder(root, folder, /\.test\.tsx?$/).filter((file) =>
      /\bprocess\.(?:cpuUsage|hrtime)\b|\bperformance\.now\(/.test(readFileSync(join(root, file), 'utf8')),
    ),
  );
  expect(timed.filter((file) => file !== 'tests/architecture/clocks.test.ts')).toEqual([]);
});

it('gives no test less time than all have: what is slow on a busy machine is no failure', () => {
  const hurried = ['src', 'server', 'tests'].flatMap((folder) =>
    filesUnder(root, folder, /\.test\.tsx?$/).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^ *\},? *\n? *(\d+_000),?\n?\);/gm)]
        .filter(([, limit = '']) => Number(limit.replaceAll('_', '')) < 600_000)
        .map(([, limit]) => `${file}: ${limit}`),
    ),
  );
  expect(hurried).toEqual([]);
});

it('waits for nothing less long than all do: what comes late on a busy machine has come', () => {
  const hurried = ['src', 'tests']
    .flatMap((folder) => filesUnder(root, folder, /\.tsx?$/))
    .flatMap((file) =>
      // Who goes on when nothing came waits as long as it wants.
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          file.startsWith('tests/')
            ? /\b(?:timeout: |asyncUtilTimeout: |setDefaultTimeout\()(\d[\d_]*)\b(?! \}\)\s*\.(?:then|catch)\()/g
            : /\basyncUtilTimeout: (\d[\d_]*)\b/g,
        ),
      ]
        .filter(([, limit = '']) => Number(limit.replaceAll('_', '')) < 60_000)
        .map(([text]) => `${file}: ${text}`),
    );
  expect(hurried).toEqual([]);
});

it('waits by polls alone, which all have the same time: that of vi.waitFor is a second', () => {
  const others = ['src', 'server', 'tests'].flatMap((folder) =>
    filesUnder(root, folder, /\.test\.tsx?$/).filter((file) =>
      /\bvi\.wait(?:For|Until)\(/.test(readFileSync(join(root, file), 'utf8')),
    ),
  );
  expect(others).toEqual([]);
});
