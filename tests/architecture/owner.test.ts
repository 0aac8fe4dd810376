import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#tests/definitions/fixture.ts';
import { sources } from './sources.ts';

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

  it('is done in the rooms of access, jobs, imports and the database alone', () => {
    const others = ['definitions/', 'records/', 'reports/', 'plugins/', ''].flatMap((place) =>
      usersIn(place).filter((file) => place !== '' || !file.includes('/')),
    );
    expect(others).toEqual([]);
    expect(usersIn('access/')).toContain('access/search-by-hash.ts');
  });
});
