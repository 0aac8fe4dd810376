import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { put, putAll, received, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

const shared = new URL('../../../shared/data/', import.meta.url);
const zips = new URL('psi/hunter/', shared);
const present = existsSync(zips);
if (!present) console.warn(`KA1 is skipped: ${zips.pathname} is not there.`);

const districts = ['001', '002', '005', '007', '012', '511'];

const dateOf = (text: string | undefined): string | null =>
  text && /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;

/** Every B record of the files of two years as received, read with nothing of the importer. */
function receiptsIn(fileId: number): readonly Row[] {
  const rows: Row[] = [];
  for (const zip of readdirSync(zips)) {
    const wanted = { filter: (entry: { name: string }) => /(2021|2022)\.DAT$/.test(entry.name) };
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(new URL(zip, zips)), wanted))) {
      const [, day, month, year] = /(\d\d)(\d\d)(\d{4})\.DAT$/.exec(name) ?? [];
      for (const line of Buffer.from(bytes).toString('latin1').split('\n')) {
        const part = line.split(';');
        if (part[0] !== 'B') continue;
        rows.push(
          received(fileId, rows.length + 1, `${year}-${month}-${day}`, {
            district_code: part[1],
            property_id: part[2] || null,
            suburb: part[9] || null,
            contract_date: dateOf(part[13]),
            purchase_price: part[15],
            zone_code: part[16] || null,
            nature: part[17] || null,
            purpose: part[18] || null,
            component_code: part[20] || null,
            dealing_number: part[23] || null,
          }),
        );
      }
    }
  }
  return rows;
}

describe.skipIf(!present)('median sales of the real files', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
    await db.owner(
      'insert into district (code, name) select d, d from unnest($1::text[]) as d on conflict (code) do nothing',
      [districts],
    );
    const [fileId = 0] = await put(db, 'import_file', [{ name: 'hunter' }]);
    await putAll(db, 'sale_received', receiptsIn(fileId));
  });
  afterAll(async () => {
    await db?.close();
  });

  it('equal the published figures of 175 suburbs for 2022', async () => {
    const rows = await db.report('mediansales', {
      ...untouched,
      districts,
      year: 2022,
      year_by: 'file',
      purpose: 'RESIDENCE',
      population: 'received',
    });
    const bySuburb = new Map(rows.map((row) => [row.suburb, row]));
    const [, ...published] = readFileSync(
      new URL('known-answers/residential-suburb-2022-hunter.csv', shared),
      'utf8',
    )
      .trim()
      .split('\n');
    expect(published.length).toBe(175);
    for (const line of published) {
      const [suburb = '', ...figures] = line.split(',');
      const row = bySuburb.get(suburb) ?? {};
      const actual = ['minimum', 'q1', 'median', 'q3', 'maximum', 'n'].map((name) => row[name]);
      expect(actual, suburb).toEqual(figures.map(Number));
    }
  });
});
