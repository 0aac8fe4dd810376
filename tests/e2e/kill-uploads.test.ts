import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { killUploads } from '#scripts/kill/upload-rounds.ts';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const week = knownAnswer('data/psi/weekly/20220110.zip');
const present = areHere([week], 'kills during an upload');

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
  });
});
