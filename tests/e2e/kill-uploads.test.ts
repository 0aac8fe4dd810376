import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killUploads } from '#scripts/kill/upload-rounds.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

const week = join(root, '../shared/data/psi/weekly/20220110.zip');
const present = existsSync(week);
if (!present) console.log(`Skipped: kills during an upload, because ${week} is not here.`);

describe.skipIf(!present)('kill -9 while an upload is imported', () => {
  it('leaves nothing half of the server or of its database, and a repeat completes', async () => {
    const seed = Date.now() % 1_000_000;
    console.log(`Seed ${seed}.`);
    const folder = temporaryFolder('kill-uploads');
    try {
      const result = await killUploads({
        rounds: 3,
        seed,
        root,
        folder: folder.path,
        port: await freePort(),
        name: '20220110.zip',
        bytes: readFileSync(week),
        log: (line) => console.log(line),
      });
      expect(result.broken).toEqual([]);
    } finally {
      folder.remove();
    }
  }, 300_000);
});
