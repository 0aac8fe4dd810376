import { describe, expect, it } from 'vitest';
import { annualCommands, killAnnual } from '#scripts/kill/annual-rounds.ts';
import { inFolder } from '#scripts/kill/in-folder.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('kill -9 while the year is worked', () => {
  it.each(annualCommands)(
    `leaves all of $id or nothing, and a repeat ends as an undisturbed run (seed ${seed})`,
    async (command) => {
      const { broken, caught } = await inFolder({ rounds, seed }, (place) => killAnnual(command, place));
      expect(broken).toEqual([]);
      expect(caught).toBeGreaterThan(0);
      console.log(`${caught} of ${rounds} kills fell while it ran.`);
    },
    1_800_000,
  );
});
