import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { fileFormat, fileVersion, type Manifest, manifestName, manifestText } from './manifest.ts';
import { openValuationFile, verifyFile } from './read-archive.ts';
import { openArchive, putWhole } from './write-archive.ts';

const folder = temporaryFolder('long-archive');
afterAll(() => folder.remove());

/** More than four bytes can tell. */
const leastBytes = 2 ** 32 + 1;

describe('an archive with a table of more than 4 GB', () => {
  it('is read and verified, and what stands behind that table, too', async () => {
    const path = join(folder.path, 'state.zip');
    const archive = openArchive(path);
    const table = archive.member('tables/property_value.csv');
    const lines = Buffer.from('2673411,001,2026-07-01,LT,412000\n'.repeat(250_000));
    for (let bytes = 0; bytes < leastBytes; bytes += lines.length) await table.put(lines);
    const members = [
      await table.end(),
      await putWhole(archive, 'tables/zone.csv', Buffer.from('code,name\nR2,Low density residential\n')),
    ];
    expect(members[0]?.bytes).toBeGreaterThanOrEqual(leastBytes);
    const manifest: Manifest = {
      format: fileFormat,
      version: fileVersion,
      base_date: '2026-07-01',
      dataset: 'real',
      as_at: '2026-07-01T00:00:00.000Z',
      product: { name: 'Cadastre', version: '0.1.0', time_zone: 'Australia/Sydney' },
      migrations: [],
      documents: [],
      members,
    };
    await putWhole(archive, manifestName, Buffer.from(manifestText(manifest)));
    await archive.end();
    const reader = await openValuationFile(path);
    try {
      expect(await verifyFile(reader, null)).toEqual([]);
      expect(String(await reader.whole('tables/zone.csv'))).toContain('Low density residential');
      expect(
        await verifyFile({ ...reader, manifest: { ...manifest, members: members.slice(0, 1) } }, null),
      ).toEqual(['tables/zone.csv was added after the file was made.']);
    } finally {
      reader.close();
    }
  });
});
