// `npm run test:all` asks again what may have changed, and nothing else.
import { expect, it } from 'vitest';

interface Passed {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
}

const {
  stillPassed,
}: {
  readonly stillPassed: (passed: readonly Passed[], changed: readonly string[]) => readonly Passed[] | null;
} = await import(new URL('../../scripts/test/passed-before.mjs', import.meta.url).href);

const passed = ['tests/server/a.test.ts', 'tests/e2e/b.test.ts', 'tests/architecture/c.test.ts'].map(
  (file): Passed => ({ file, passed: 3, skipped: 0 }),
);
const kept = (changed: readonly string[]) => stillPassed(passed, changed)?.map(({ file }) => file) ?? null;

it('a test that was mended is asked again, with what reads tests', () => {
  expect(kept([])).toEqual(['tests/server/a.test.ts', 'tests/e2e/b.test.ts']);
  expect(kept(['tests/server/a.test.ts'])).toEqual(['tests/e2e/b.test.ts']);
  expect(kept(['src/blocks/grid/new.test.tsx', 'tests/e2e/b.test.ts'])).toEqual(['tests/server/a.test.ts']);
});

it('everything is asked again where anything else differs', () => {
  for (const path of [
    'src/core/values.ts',
    'tests/support/http.ts',
    'tests/contract/second-ways.ts',
    'schemas/terms.json',
    'scripts/test.mjs',
    'package.json',
    'docs/tables.md',
  ])
    expect(kept(['tests/server/a.test.ts', path]), path).toBeNull();
});
