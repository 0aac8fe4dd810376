import { describe, expect, it } from 'vitest';
import { exportMoments, killExports } from '#scripts/kill/export-rounds.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('kill -9 while an export is made', () => {
  it.each(exportMoments)(
    `marks nothing that stands in no file when it is %s, and it can be made again (seed ${seed})`,
    async (moment) => {
      const folder = temporaryFolder('kill-exports');
      try {
        const { broken, met } = await killExports(moment, {
          rounds,
          seed,
          root,
          folder: folder.path,
          port: await freePort(),
          log: (line) => console.log(line),
        });
        expect(broken).toEqual([]);
        console.log(`${met} of ${rounds} kills fell in this state.`);
      } finally {
        folder.remove();
      }
    },
    1_800_000,
  );
});
