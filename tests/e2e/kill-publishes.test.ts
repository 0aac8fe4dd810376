import { describe, expect, it } from 'vitest';
import { killPublishes } from '#scripts/kill/publish-rounds.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

describe('kill -9 while definitions are published', () => {
  it('loses no acknowledged version and leaves nothing half, of the server and of its database', async () => {
    const seed = Date.now() % 1_000_000;
    console.log(`Seed ${seed}.`);
    const folder = temporaryFolder('kill');
    try {
      const result = await killPublishes({
        rounds: 3,
        seed,
        root,
        folder: folder.path,
        port: await freePort(),
        log: (line) => console.log(line),
      });
      expect(result.broken).toEqual([]);
      expect(result.acknowledged).toBeGreaterThan(0);
    } finally {
      folder.remove();
    }
  });
});
