import fs, { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { storeWhole } from './part-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadastre-part-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = {
  most: 4,
  tooLarge: () => new Error('too large'),
  look: async (part: string) => {
    if (fs.readFileSync(part, 'utf8') === 'bad') throw new Error('of no kind');
    return 'seen';
  },
};
/** A disk that takes its time to make a file. */
const late = (path: string) =>
  createWriteStream(path, {
    flags: 'wx',
    fs: {
      ...fs,
      open: (...asked: Parameters<typeof fs.open>) => setTimeout(() => fs.open(...asked), 30),
    } as unknown as typeof fs,
  });
/** What lies there once that disk has made all that it was asked for. */
const left = async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return readdirSync(folder);
};
const sent = (text: string, open?: typeof late) =>
  storeWhole(join(folder, 'file'), Readable.from([Buffer.from(text)]), rules, open);

describe('a file that is sent', () => {
  it.each([
    ['too large', 'five5'],
    ['of no kind', 'bad'],
  ])('leaves nothing where it is %s, however late the disk makes it', async (why, text) => {
    await expect(sent(text, late)).rejects.toThrow(why);
    expect(await left()).toEqual([]);
  });

  it('leaves nothing where it breaks off before the disk has made it', async () => {
    const broken = new Readable({ read: () => undefined });
    const stored = storeWhole(join(folder, 'file'), broken, rules, late);
    broken.destroy(new Error('broken off'));
    await expect(stored).rejects.toThrow('broken off');
    expect(await left()).toEqual([]);
  });

  it('takes its name once it is whole', async () => {
    expect(await sent('four', late)).toEqual({ size: 4, found: 'seen' });
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
