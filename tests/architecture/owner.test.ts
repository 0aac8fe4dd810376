import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#tests/definitions/fixture.ts';
import { sources } from './sources.ts';

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
  it('is done by no handler: requests work under row security, with the rights of whoever asks', () => {
    expect(usersIn('modules/')).toEqual([]);
  });

  it('is done beside them in the rooms of access, jobs, imports and the database, and for the server itself', () => {
    const found = ['definitions/', 'records/', 'reports/', 'plugins/', ''].flatMap((place) =>
      usersIn(place).filter((file) => place !== '' || !file.includes('/')),
    );
    expect(found.sort()).toEqual([...ofRooms].sort());
  });
});
