import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longRuns } from '#tests/support/long-runs.ts';
import { root } from './sources.ts';

describe('what npm test leaves to npm run test:all', () => {
  it('is there, and told in docs/testing.md with what holds the same in every landing', () => {
    const told = readFileSync(join(root, 'docs/testing.md'), 'utf8');
    for (const { file, why } of longRuns) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(told).toContain(`| \`${file}\` | ${why} |`);
      for (const [, holder = ''] of why.matchAll(/`((?:tests|src|server)\/[^`]+)`/g)) {
        expect(existsSync(join(root, holder)), holder).toBe(true);
        expect(longRuns.map((run) => run.file)).not.toContain(holder);
      }
    }
  });

  it('is left out there only', () => {
    const command = readFileSync(join(root, 'scripts/test.mjs'), 'utf8');
    expect(command).toContain('(all || filters.length > 0 ? {} : landing)');
  });
});
