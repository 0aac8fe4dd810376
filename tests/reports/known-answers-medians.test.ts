import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '#server/import/import-files.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { untouched } from './fixture.ts';
import { percentile } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

const shared = pathToFileURL(`${knownAnswer('data')}/`);
const zips = new URL('psi/hunter/', shared);
const present = areHere([fileURLToPath(zips)], 'median sales of the real files (KA1)');

const districts = ['001', '002', '005', '007', '012', '511'];

type Line = {
  readonly district: string;
  readonly suburb: string;
  readonly purpose: string;
  readonly price: number;
  readonly contractYear: number;
  readonly fileYear: number;
};

/** Every B line of the zips, read with nothing of the importer. */
function linesIn(folder: URL): readonly Line[] {
  const lines: Line[] = [];
  for (const zip of readdirSync(folder)) {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(new URL(zip, folder))))) {
      const fileYear = Number(/(\d{4})\.DAT$/.exec(name)?.[1]);
      for (const text of Buffer.from(bytes).toString('latin1').split('\n')) {
        const part = text.split(';');
        if (part[0] !== 'B') continue;
        lines.push({
          district: part[1] ?? '',
          suburb: part[9] ?? '',
          purpose: part[18] ?? '',
          price: Number(part[15]),
          contractYear: Number((part[13] ?? '').slice(0, 4)),
          fileYear,
        });
      }
    }
  }
  return lines;
}

type Choice = {
  readonly year: number;
  readonly year_by: 'file' | 'contract';
  readonly purpose: string | null;
};

function counted(
  lines: readonly Line[],
  choice: Choice,
  year: number,
): ReadonlyMap<string, readonly number[]> {
  const prices = new Map<string, number[]>();
  for (const line of lines) {
    if ((choice.year_by === 'file' ? line.fileYear : line.contractYear) !== year) continue;
    if (choice.purpose !== null && !line.purpose.includes(choice.purpose)) continue;
    const list = prices.get(line.suburb) ?? [];
    list.push(line.price);
    prices.set(line.suburb, list);
  }
  return prices;
}

describe.skipIf(!present)('median sales of the real files, imported', () => {
  let db: Reports;
  let lines: readonly Line[] = [];
  beforeAll(async () => {
    db = await openReports();
    lines = linesIn(zips);
    const uploads = readdirSync(zips).map((name) => ({
      name,
      bytes: readFileSync(new URL(name, zips)),
    }));
    await importFiles(db.database, uploads, {
      dryRun: false,
      keepOwnerNames: false,
      userId: null,
      workDistricts: '*',
      jobId: null,
    });
  });
  afterAll(async () => {
    await db?.close();
  });

  const medians = async (choice: Choice, more: Row = {}, seen: readonly string[] | '*' = '*') =>
    new Map(
      (
        await db.report(
          'mediansales',
          { ...untouched, districts, population: 'received', ...choice, ...more },
          seen,
        )
      ).map((row) => [String(row.place), row]),
    );

  it('equal the published figures of 175 suburbs for 2022', async () => {
    const rows = await medians({ year: 2022, year_by: 'file', purpose: 'RESIDENCE' });
    const file = new URL('known-answers/residential-suburb-2022-hunter.csv', shared);
    const [, ...published] = readFileSync(file, 'utf8').trim().split('\n');
    expect(published.length).toBe(175);
    for (const line of published) {
      const [suburb = '', ...figures] = line.split(',');
      const row = rows.get(suburb) ?? {};
      const actual = [row.minimum, row.q1, row.median, row.q3, row.maximum, row.n];
      expect(actual, suburb).toEqual(figures.map(Number));
    }
  });

  it.each<Choice>([
    { year: 2021, year_by: 'file', purpose: 'RESIDENCE' },
    { year: 2022, year_by: 'contract', purpose: 'RESIDENCE' },
    { year: 2019, year_by: 'file', purpose: 'VACANT' },
    { year: 2020, year_by: 'contract', purpose: null },
  ])('equal an independent calculation for %j', async (choice) => {
    const rows = await medians(choice);
    const expected = counted(lines, choice, choice.year);
    const before = counted(lines, choice, choice.year - 1);
    expect(expected.size).toBeGreaterThan(50);
    expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [suburb, prices] of expected) {
      const row = rows.get(suburb) ?? {};
      const prior = before.get(suburb) ?? [];
      expect([row.n, row.prior_n], suburb).toEqual([prices.length, prior.length]);
      expect(row.median, suburb).toBeCloseTo(percentile(prices, 0.5), 6);
      expect(row.q1, suburb).toBeCloseTo(percentile(prices, 0.25), 6);
      expect(row.q3, suburb).toBeCloseTo(percentile(prices, 0.75), 6);
      if (prior.length > 0) expect(row.prior_median, suburb).toBeCloseTo(percentile(prior, 0.5), 6);
    }
  });

  it('show a user without district 001 nothing of it', async () => {
    const choice: Choice = { year: 2022, year_by: 'file', purpose: 'RESIDENCE' };
    const own = districts.filter((district) => district !== '001');
    const rows = await medians(choice, {}, own);
    const expected = counted(
      lines.filter((line) => line.district !== '001'),
      choice,
      2022,
    );
    expect([...rows.entries()].map(([place, row]) => [place, row.n]).sort()).toEqual(
      [...expected.entries()].map(([suburb, prices]) => [suburb, prices.length]).sort(),
    );
    expect(await medians(choice, { districts: ['001'] }, own)).toEqual(new Map());
  });

  it("leave the office's standard empty, because imported properties are out of contract, but not the market", async () => {
    const choice: Choice = { year: 2022, year_by: 'contract', purpose: null };
    expect((await medians(choice, { population: 'standard' })).size).toBe(0);
    const market = await medians(choice, { population: 'market' });
    const received = await medians(choice);
    const total = (rows: ReadonlyMap<string, Row>) =>
      [...rows.values()].reduce((n, row) => n + Number(row.n), 0);
    expect(total(market)).toBeGreaterThan(5000);
    expect(total(market)).toBeLessThan(total(received));
  });
});
