import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { namedFiles } from '#scripts/import/named-files.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';

const place = temporaryFolder('named-files');
afterAll(place.remove);
const at = (name: string) => join(place.path, name);
mkdirSync(at('2017/weeks'), { recursive: true });
mkdirSync(at('none'));
for (const name of ['2017/b.DAT', '2017/weeks/a.zip', '2017/licence.txt', 'c d.dat', 'none/read.me']) {
  writeFileSync(at(name), 'x');
}

it('finds the files of a folder and of its folders by their names, and no others', () => {
  expect(namedFiles([at('2017')])).toEqual([at('2017/b.DAT'), at('2017/weeks/a.zip')]);
});

it('reads a list of files and folders, and takes each file once', () => {
  writeFileSync(at('list'), `${at('c d.dat')}\r\n\n${at('2017')}\n`);
  expect(namedFiles([at('2017/b.DAT'), `@${at('list')}`])).toEqual([
    at('2017/b.DAT'),
    at('c d.dat'),
    at('2017/weeks/a.zip'),
  ]);
});

it('takes a list of more names than fit a command line', () => {
  const names = Array.from({ length: 2749 }, (_, i) => at(`2017/${i}.DAT`));
  for (const name of names) writeFileSync(name, 'x');
  writeFileSync(at('list'), names.join('\n'));
  expect(namedFiles([`@${at('list')}`])).toEqual(names);
});

it('names what is not there, or holds nothing to import', () => {
  writeFileSync(at('list'), '\n');
  expect(() => namedFiles([at('gone.DAT')])).toThrow(`There is no file ${at('gone.DAT')}.`);
  expect(() => namedFiles([`@${at('gone')}`])).toThrow(`There is no list ${at('gone')}.`);
  expect(() => namedFiles([`@${at('list')}`])).toThrow('names no file');
  expect(() => namedFiles([at('none')])).toThrow(`No .DAT or .zip file lies in ${at('none')}.`);
});
