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

  it('says where it only reads, so that nobody is told of a save that may have been done', () => {
    const reading = /\.owner\(\s*\(client\) =>\s*client\.query(?:<[^(]*>)?\(\s*[`'"]\s*select\b[^;]*?;\n/g;
    const found = sources
      .filter(({ file }) => file.startsWith('server/'))
      .flatMap(({ file, text }) => [...text.matchAll(reading)].map(([call]) => ({ file, call })));
    expect(found.filter(({ call }) => !call.includes('readOnly: true')).map(({ file }) => file)).toEqual([]);
    expect(found.map(({ file }) => file)).toContain('server/access/read-caller.ts');
  });
});
