import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#tests/definitions/fixture.ts';
import { sources } from './sources.ts';

// Work as the owner sees and may do everything. These handlers need it: they decide who somebody is, look at rows of
// others by a rule that no policy knows, or are the company's own. The list may only get shorter.
const asOwner = [
  'app/server.ts',
  'backup/delete.ts',
  'backup/list.ts',
  'backup/try-restore.ts',
  'document/make.ts',
  'job/visible-jobs.ts',
  'journey/create.ts',
  'journey/delete.ts',
  'journey/handover.ts',
  'journey/save.ts',
  'journey/take.ts',
  'notification/send.ts',
  'option/save.ts',
  'password/change.ts',
  'password/forgot.ts',
  'password/reset.ts',
  'photo/assign.ts',
  'photo/delete.ts',
  'photo/get.ts',
  'photo/list.ts',
  'photo/rotate.ts',
  'photo/upload.ts',
  'phrase/save.ts',
  'session/session-answer.ts',
  'session/signin.ts',
  'studio/begin.ts',
  'studio/discard.ts',
  'studio/draft.ts',
  'studio/put-in-force.ts',
  'sysparam/get.ts',
  'sysparam/save.ts',
  'user/list.ts',
  'user/loghit.ts',
  'user/profile.ts',
  'user/save.ts',
];

describe('handlers that work as the owner of the database', () => {
  it('are these, and no others', () => {
    const found = sources
      .map(({ file }) => file)
      .filter((file) => file.startsWith('server/modules/'))
      .filter((file) => /\bdatabase\.owner\b/.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => file.slice('server/modules/'.length));
    expect(found.sort()).toEqual([...asOwner].sort());
  });
});
