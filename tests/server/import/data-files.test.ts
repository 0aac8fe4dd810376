import { describe, expect, it } from 'vitest';
import { type DataFile, dataFiles } from '#server/import/data-files.ts';
import { ImportRefusal } from '#server/import/refusal.ts';
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
  const told = (zip: Buffer, limits = ZIP_LIMITS) =>
    files('week.zip', zip, limits).then(
      () => null,
      (error: unknown) => (error instanceof ImportRefusal ? [error.code, error.file, error.reason] : error),
    );
  const broken = (sentence: string) => ['zip-broken', 'week.zip', sentence];
  const limit = (sentence: string) => ['zip-limit', 'week.zip', sentence];

  it('is refused when cut off', async () => {
    const zip = await zipOf({ '001.DAT': week });
    expect(await told(zip.subarray(0, zip.length - 40))).toEqual(
      broken('The zip ends before its list of files: it is cut off. Fetch it again.'),
    );
  });

  it('is refused when a piece of it is missing', async () => {
    const zip = await zipOf({ '001.DAT': week, '002.DAT': week });
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    zip.writeUInt32LE(7, directory + 42);
    expect(await told(zip)).toEqual(
      broken(
        "001.DAT is not where the zip's list of files has it: the zip was changed, or pieces of it are missing. Fetch it again.",
      ),
    );
    zip.writeUInt32LE(directory + 4, end + 16);
    expect(await told(zip)).toEqual(
      broken(
        expect.stringMatching(
          /^The zip cannot be read \(.+\)\. It was changed on its way\. Fetch it again\.$/,
        ),
      ),
    );
  });

  it('is refused when a byte inside is flipped', async () => {
    const zip = await zipOf({ '001.DAT': week });
    zip[60] = (zip[60] ?? 0) ^ 0xff;
    expect(await told(zip)).toEqual(broken(expect.stringMatching(/^001\.DAT .+ Fetch the zip again\.$/)));
  });

  it('is refused with a password', async () => {
    const zip = await zipOf({ '001.DAT': week });
    zip[zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] = 1;
    const words = broken('001.DAT has a password. Unpack it and import the files themselves.');
    expect(await told(zip)).toEqual(words);
  });

  it('is refused without a data file', async () => {
    const zip = await zipOf({ 'readme.txt': Buffer.from('x') });
    expect(await told(zip)).toEqual([
      'no-data-file',
      'week.zip',
      'The zip holds no .DAT file. Sales bundles hold one per district.',
    ]);
  });

  it('is refused when it is empty, in its own words', async () => {
    expect(await told(await zipOf({}))).toEqual(['no-data-file', 'week.zip', 'The zip is empty.']);
  });

  it('is refused with a member that would lie outside of a folder, and not called cut off', async () => {
    const zip = await zipOf({ 'aa/aa/001.DAT': week });
    for (let at = zip.indexOf('aa/aa/'); at >= 0; at = zip.indexOf('aa/aa/')) zip.write('../../', at);
    expect(await told(zip)).toEqual(
      broken(
        'The zip has a member “../../001.DAT”, which would lie outside of the folder that it is unpacked to. Nothing of it is read. Ask whoever made it for another.',
      ),
    );
  });

  it('is refused as a bomb by its ratio', async () => {
    const zip = await zipOf({ '001.DAT': Buffer.alloc(20 * 1024 * 1024, 65) });
    expect(await told(zip)).toEqual(
      limit(
        '001.DAT unpacks to over 100 times its size, as no file of an office does. Unpack it yourself and look at it before you import it.',
      ),
    );
  });

  it('is refused as a bomb that lies about its size', async () => {
    const zip = Buffer.from(await zipOf({ '001.DAT': Buffer.alloc(5 * 1024 * 1024, 65) }));
    const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(1000, directory + 24);
    expect(await told(zip)).toEqual(broken('001.DAT unpacks to more than the zip says. It is not unpacked.'));
  });

  it.each([
    ['entries', { entries: 2 }, 'The zip has more than 2 files. Import them in several parts.'],
    [
      'bytes of one entry',
      { entryBytes: 100 },
      `a.DAT unpacks to ${week.length} bytes, and a file may have 100 bytes.`,
    ],
    [
      'bytes in all',
      { totalBytes: 500 },
      'The zip unpacks to more than 500 bytes. Import its files in several parts.',
    ],
    [
      'depth',
      { depth: 1 },
      'inner.zip lies deeper than 1 zips in one another. Unpack the outer one and import what it holds.',
    ],
  ])('is refused over the limit of %s', async (_name, limited, words) => {
    const inner = await zipOf({ 'c.DAT': week });
    const zip = await zipOf({ 'a.DAT': week, 'b.DAT': week, 'inner.zip': inner });
    expect(await told(zip, { ...ZIP_LIMITS, ...limited })).toEqual(limit(words));
  });
});
