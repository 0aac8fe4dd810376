import { describe, expect, it } from 'vitest';
import { fileKinds, killFiles } from '#scripts/kill/file-rounds.ts';
import { inFolder } from '#scripts/kill/in-folder.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe('kill -9 while a file is imported', () => {
  it.each(fileKinds)(
    `leaves all or nothing of a file of %s, and the same file completes (seed ${seed})`,
    async (kind) => {
      const { broken } = await inFolder({ rounds, seed }, (place) => killFiles(kind, place));
      expect(broken).toEqual([]);
    },
    1_800_000,
  );
});
