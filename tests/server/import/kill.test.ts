import { describe, expect, it } from 'vitest';
import { killRounds } from '#scripts/import/kill-rounds.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { root } from '#tests/support/database-server.ts';

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('an import that is killed', () => {
  it(`leaves nothing half and ends whole when repeated (seed ${seed})`, async () => {
    const result = await killRounds(() => createTestDatabase(), {
      rounds: 3,
      seed,
      root,
      log: () => undefined,
    });
    expect(result.broken).toEqual([]);
    expect(result.found).toEqual(result.expected);
  });
});
