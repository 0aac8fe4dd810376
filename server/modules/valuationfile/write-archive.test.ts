import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { openArchive } from './write-archive.ts';

const folder = temporaryFolder('archive');
afterAll(() => folder.remove());

const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${(i * 7_919) % 10_007},LANE ${i % 97}\n`);
const text = Buffer.from(lines.join(''), 'utf8');

/** The file of one member that comes in pieces of the lengths, again and again. */
async function fileOf(name: string, lengths: readonly number[]): Promise<Buffer> {
  const path = join(folder.path, name);
  const archive = openArchive(path);
  const member = archive.member('tables/lane.csv');
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = lengths[i % lengths.length] ?? text.length;
    await member.put(text.subarray(at, at + length));
    at += length;
  }
  expect(await member.end()).toMatchObject({ bytes: text.length });
  await archive.end();
  return readFileSync(path);
}

describe('an archive', () => {
  it('has the same bytes however its members come', async () => {
    const whole = await fileOf('whole.zip', [text.length]);
    expect(Buffer.from(unzipSync(whole)['tables/lane.csv'] ?? []).equals(text)).toBe(true);
    for (const lengths of [[65_536], [1_000, 13, 250_000], [256 * 1024]])
      expect((await fileOf('pieces.zip', lengths)).equals(whole), lengths.join(' ')).toBe(true);
  });
});
