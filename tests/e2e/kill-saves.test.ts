import { describe, expect, it } from 'vitest';
import { inFolder } from '#scripts/kill/in-folder.ts';
import { killSaves } from '#scripts/kill/save-rounds.ts';

describe('kill -9 while saves run', () => {
  it('loses no acknowledged save and leaves nothing half, of the server and of its database', async () => {
    const seed = Date.now() % 1_000_000;
    console.log(`Seed ${seed}.`);
    const result = await inFolder({ rounds: 3, seed }, killSaves);
    expect(result.broken).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(0);
  });
});
