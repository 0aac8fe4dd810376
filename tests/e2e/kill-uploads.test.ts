import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inFolder } from '#scripts/kill/in-folder.ts';
import { killUploads } from '#scripts/kill/upload-rounds.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const week = knownAnswer('data/psi/weekly/20220110.zip');
const present = areHere([week], 'kills during an upload');

describe.skipIf(!present)('kill -9 while an upload is imported', () => {
  it('leaves nothing half of the server or of its database, and a repeat completes', async () => {
    const seed = Date.now() % 1_000_000;
    console.log(`Seed ${seed}.`);
    const result = await inFolder({ rounds: 3, seed }, (place) =>
      killUploads({ ...place, name: '20220110.zip', bytes: readFileSync(week) }),
    );
    expect(result.broken).toEqual([]);
  });
});
