import { describe, expect, it } from 'vitest';
import { annualCommands, killAnnual } from '#scripts/kill/annual-rounds.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('kill -9 while the year is worked', () => {
  it.each(annualCommands)(
    `leaves all of $id or nothing, and a repeat ends as an undisturbed run (seed ${seed})`,
    async (command) => {
      const folder = temporaryFolder('kill-annual');
      try {
        const { broken, caught } = await killAnnual(command, {
          rounds,
          seed,
          root,
          folder: folder.path,
          port: await freePort(),
          log: (line) => console.log(line),
        });
        expect(broken).toEqual([]);
        console.log(`${caught} of ${rounds} kills fell while it ran.`);
      } finally {
        folder.remove();
      }
    },
    1_800_000,
  );
});
