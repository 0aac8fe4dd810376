import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#tests/definitions/fixture.ts';
import { sources } from './sources.ts';

// Work as the owner sees and may do everything. These handlers need it: they decide who somebody is, look at rows of
// others by a rule that no policy knows, or are the company's own. The list may only get shorter.
const asOwner = [
  'attachment/attachment-work.ts',
  'option/save.ts',
  'password/change.ts',
  'password/forgot.ts',
  'password/reset.ts',
  'password/send-reset-link.ts',
  'session/session-answer.ts',
  'session/signin.ts',
  'sysparam/get.ts',
  'sysparam/save.ts',
  'user/list.ts',
  'user/loghit.ts',
  'user/profile.ts',
  'user/reset.ts',
  'user/save.ts',
];

/** What the other rooms do for the server itself, for nobody who asks. */
const ofRooms = [
  // Which texts are in force, and what the database says of its own tables.
  'definitions/facts.ts',
  'definitions/people.ts',
  'definitions/published.ts',
  // The name of a constraint becomes a field; a value is unique among rows that the caller may not see, too.
  'plugins/constraint-problem.ts',
  'records/unique.ts',
  // A result is opened by its hash, whoever searched.
  'records/searches.ts',
  'records/tell.ts',
  // Kept runs are filled with the caller's rights and counted, shared and forgotten by the server.
  'reports/dataset.ts',
  'reports/districts.ts',
  'reports/open-run.ts',
  'reports/run-store.ts',
];

const usersIn = (place: string) =>
  sources
    .map(({ file }) => file)
    .filter((file) => file.startsWith(`server/${place}`))
    .filter((file) => /(?:\bdatabase|^\s*)\.owner\(/m.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.slice('server/'.length));

describe('work as the owner of the database', () => {
  it('is done by these handlers, and no others', () => {
    expect(usersIn('modules/').sort()).toEqual(asOwner.map((file) => `modules/${file}`).sort());
  });

  it('is done beside them in the rooms of access, jobs, imports and the database, and for the server itself', () => {
    const found = ['definitions/', 'records/', 'reports/', 'plugins/', ''].flatMap((place) =>
      usersIn(place).filter((file) => place !== '' || !file.includes('/')),
    );
    expect(found.sort()).toEqual([...ofRooms].sort());
  });
});
