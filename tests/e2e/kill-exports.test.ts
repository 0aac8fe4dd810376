import { describe, expect, it } from 'vitest';
import { exportMoments, killExports } from '#scripts/kill/export-rounds.ts';
import { inFolder } from '#scripts/kill/in-folder.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('kill -9 while an export is made', () => {
  it.each(exportMoments)(
    `marks nothing that stands in no file when it is %s, and it can be made again (seed ${seed})`,
    async (moment) => {
      const { broken, met } = await inFolder({ rounds, seed }, (place) => killExports(moment, place));
      expect(broken).toEqual([]);
      expect(met).toBeGreaterThan(0);
      console.log(`${met} of ${rounds} kills fell in this state.`);
    },
    1_800_000,
  );
});
