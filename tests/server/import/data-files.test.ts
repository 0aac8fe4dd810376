import { describe, expect, it } from 'vitest';
import { type DataFile, dataFiles } from '#server/import/data-files.ts';
import { ZIP_LIMITS, type ZipLimits } from '#server/import/zip-members.ts';
import { psiText, saleLine } from './psi-text.ts';
import { zipOf } from './zip-of.ts';

const week = Buffer.from(psiText([saleLine()]));

async function files(name: string, bytes: Buffer, limits?: ZipLimits): Promise<readonly DataFile[]> {
  const found: DataFile[] = [];
  for await (const file of dataFiles({ name, bytes }, limits)) found.push(file);
  return found;
}

describe('an upload', () => {
  it('is one data file when it is no zip', async () => {
    expect(await files('C:\\data\\001.DAT', week)).toMatchObject([{ name: '001.DAT', source: '001.DAT' }]);
  });

  it('gives the data files of a week, without the licence text that travels along', async () => {
    const zip = await zipOf({ '001.DAT': week, 'sub/002.dat': week, 'licence.txt': Buffer.from('x') });
    expect((await files('20220110.zip', zip)).map((file) => [file.name, file.source])).toEqual([
      ['001.DAT', '20220110.zip!001.DAT'],
      ['002.dat', '20220110.zip!sub/002.dat'],
    ]);
  });

  it('gives the data files of a year of weeks, with the same checksum under any name', async () => {
    const inner = await zipOf({ 'renamed.DAT': week });
    const found = await files('2022.zip', await zipOf({ '20220110.zip': inner, '001.DAT': week }));
    expect(found.map((file) => file.name).sort()).toEqual(['001.DAT', 'renamed.DAT']);
    expect(new Set(found.map((file) => file.sha)).size).toBe(1);
  });

  it('keeps no path of a member', async () => {
    const found = await files('week.zip', await zipOf({ 'a/b/c.DAT': week }));
    expect(found.map((file) => file.name)).toEqual(['c.DAT']);
  });
});

describe('a zip that is not trustworthy', () => {
  it('is refused when cut off', async () => {
    const zip = await zipOf({ '001.DAT': week });
    await expect(files('week.zip', zip.subarray(0, zip.length - 40))).rejects.toMatchObject({
      code: 'zip-broken',
      file: 'week.zip',
    });
  });

  it('is refused when a byte inside is flipped', async () => {
    const zip = await zipOf({ '001.DAT': week });
    const broken = Buffer.from(zip);
    broken[60] = (broken[60] ?? 0) ^ 0xff;
    await expect(files('week.zip', broken)).rejects.toMatchObject({ code: 'zip-broken' });
  });

  it('is refused without a data file', async () => {
    const zip = await zipOf({ 'readme.txt': Buffer.from('x') });
    await expect(files('week.zip', zip)).rejects.toMatchObject({ code: 'no-data-file', file: 'week.zip' });
  });

  it('is refused when it is empty, in its own words', async () => {
    await expect(files('empty.zip', await zipOf({}))).rejects.toMatchObject({
      code: 'no-data-file',
      file: 'empty.zip',
    });
  });

  it('is refused with a member that would lie outside of a folder', async () => {
    const zip = await zipOf({ 'aa/aa/001.DAT': week });
    for (let at = zip.indexOf('aa/aa/'); at >= 0; at = zip.indexOf('aa/aa/')) zip.write('../../', at);
    await expect(files('slip.zip', zip)).rejects.toMatchObject({ code: 'zip-broken', file: 'slip.zip' });
  });

  it('is refused as a bomb by its ratio', async () => {
    const zip = await zipOf({ '001.DAT': Buffer.alloc(20 * 1024 * 1024, 65) });
    await expect(files('bomb.zip', zip)).rejects.toMatchObject({ code: 'zip-limit', file: 'bomb.zip' });
  });

  it('is refused as a bomb that lies about its size', async () => {
    const zip = Buffer.from(await zipOf({ '001.DAT': Buffer.alloc(5 * 1024 * 1024, 65) }));
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(1000, directory + 24);
    await expect(files('bomb.zip', zip)).rejects.toMatchObject({ code: 'zip-broken' });
  });

  it.each([
    ['entries', { entries: 2 }],
    ['bytes of one entry', { entryBytes: 100 }],
    ['bytes in all', { totalBytes: 500 }],
    ['depth', { depth: 1 }],
  ])('is refused over the limit of %s', async (_name, limit) => {
    const inner = await zipOf({ 'c.DAT': week });
    const zip = await zipOf({ 'a.DAT': week, 'b.DAT': week, 'inner.zip': inner });
    await expect(files('big.zip', zip, { ...ZIP_LIMITS, ...limit })).rejects.toMatchObject({
      code: 'zip-limit',
    });
  });
});
