import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checksums, tableChecksums } from '#server/import/checksums.ts';
import { dataFiles } from '#server/import/data-files.ts';
import { importFiles } from '#server/import/import-files.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { FACTS, HUNTER, hunterIsHere, hunterZips } from './hunter.ts';
import { rowsOf } from './import-of.ts';

if (!hunterIsHere) console.warn(`KA10 skipped: ${HUNTER} is not here.`);

const OPTIONS = {
  dryRun: false,
  keepOwnerNames: false,
  userId: null,
  workDistricts: '*',
  jobId: null,
} as const;

/**
 * The known answers count the oldest record of each sale; the table sale holds the newest. Both are in the tables, so
 * the figures that differ by it are taken from the oldest records.
 */
const OLDEST = `(select distinct on (natural_key) * from sale_received order by natural_key, download_at, line_no) oldest`;

/** Each figure of the known answers as one row a district: code and value. */
const FIGURES: Readonly<Record<string, string>> = {
  files: 'select districts[1] as code, count(*)::integer as value from import_file group by 1',
  B: 'select district_code as code, count(*)::integer as value from sale_received group by 1',
  unique_pid_lot_dealing: 'select district_code as code, count(*)::integer as value from sale group by 1',
  strata: 'select district_code as code, count(strata_lot)::integer as value from sale group by 1',
  no_area: `select district_code as code, (count(*) - count(area))::integer as value from ${OLDEST} group by 1`,
  area_H: `select district_code as code, count(*)::integer as value from ${OLDEST} where area_unit = 'H' group by 1`,
  components: 'select district_code as code, count(*)::integer as value from component group by 1',
  with_sale_code: `select district_code as code, count(sale_code)::integer as value from ${OLDEST} group by 1`,
  part_interest: 'select district_code as code, count(interest_pct)::integer as value from sale group by 1',
  blank_property_id:
    'select district_code as code, (count(*) - count(property_id))::integer as value from sale group by 1',
  multi_property_dealings: `select code, count(*)::integer as value from (
    select district_code as code from sale group by district_code, dealing_number having count(*) > 1) d group by 1`,
  properties_sold_more_than_once_full_interest: `select code, count(*)::integer as value from (
    select district_code as code from sale where interest_pct is null and property_id is not null
    group by district_code, property_id, strata_lot having count(*) > 1) d group by 1`,
};

type Facts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Figure = { readonly code: string; readonly value: unknown };

describe.skipIf(!hunterIsHere)('the Hunter districts, 2017 to January 2023', () => {
  let test: TestDatabase;
  let summary: ImportSummary;
  let sums: Checksums;
  let facts: Facts;
  const sumsOf = (each: TestDatabase) => each.database.owner((client) => tableChecksums(client));

  beforeAll(async () => {
    facts = JSON.parse(readFileSync(FACTS, 'utf8')) as Facts;
    test = await createTestDatabase();
    summary = await importFiles(test.database, hunterZips(), OPTIONS);
    sums = await sumsOf(test);
  });
  afterAll(() => test?.drop());

  const fact = (name: string) =>
    Object.entries(facts)
      .map(([code, values]) => ({
        code,
        value: name === 'B' ? (values.records as { B: number }).B : values[name],
      }))
      .filter((row) => row.value !== 0)
      .sort((a, b) => a.code.localeCompare(b.code));

  it('import without a refusal', () => {
    expect(summary.files.filter((file) => file.state !== 'done')).toEqual([]);
    expect(summary.counts.read).toBe(44_236);
    expect(summary.counts.read).toBe(
      summary.counts.new + summary.counts.changed + summary.counts.same + summary.counts.conflict,
    );
  });

  it.each(Object.keys(FIGURES))('have the known figure (KA10): %s', async (name) => {
    const found = await rowsOf<Figure>(
      test.database,
      `select * from (${FIGURES[name]}) f where value <> 0 order by code`,
    );
    expect(found).toEqual(fact(name));
  });

  it('have the known zones, natures, components and dates (KA10)', async () => {
    for (const [code, known] of Object.entries(facts)) {
      const one = async (sql: string) =>
        rowsOf<Record<string, unknown>>(
          test.database,
          sql.replaceAll(':code', `'${code}'`).replace('from sale ', `from ${OLDEST} `),
        );
      const natures = await one(
        'select nature as k, count(*)::integer as n from sale where district_code = :code group by 1',
      );
      expect(Object.fromEntries(natures.map((row) => [row.k, row.n]))).toEqual(known.nature);
      const zones = await one(
        "select coalesce(zone_code, '') as k, count(*)::integer as n from sale where district_code = :code group by 1",
      );
      expect(zones.map((row) => [row.k, row.n])).toEqual(
        expect.arrayContaining(known.zones_top as unknown[]),
      );
      const components = await one(
        'select component_code as k, count(*)::integer as n from sale where district_code = :code group by 1',
      );
      expect(components.map((row) => [row.k, row.n])).toEqual(
        expect.arrayContaining(known.component_top as unknown[]),
      );
      const dates = await one(
        "select to_char(min(contract_date), 'YYYYMMDD') as a, to_char(max(contract_date), 'YYYYMMDD') as b from sale where district_code = :code",
      );
      expect([dates[0]?.a, dates[0]?.b]).toEqual(known.contract_date_range);
      const medians = await one(
        `select extract(year from contract_date)::integer::text as k, count(*)::integer as n,
           percentile_cont(0.5) within group (order by purchase_price::bigint) as m
         from sale where district_code = :code and nature = 'R' and interest_pct is null and contract_date >= '2016-01-01'
         group by 1`,
      );
      expect(Object.fromEntries(medians.map((row) => [row.k, [row.n, row.m]]))).toEqual(
        known.median_full_interest_residential_price_by_contract_year,
      );
    }
  });

  it('have the newest record of every sale in force', async () => {
    const newest = new Map<
      string,
      { readonly stamp: string; readonly price: string; readonly zone: string }
    >();
    for (const zip of hunterZips()) {
      for await (const file of dataFiles({ name: zip.name, bytes: zip.bytes })) {
        const lines = file.bytes.toString('latin1').split('\n');
        const stamp = lines[0]?.split(';')[3] ?? '';
        for (const part of lines.map((line) => line.split(';')).filter((each) => each[0] === 'B')) {
          const key = `P${part[2]}|${part[19]}|${part[23]}`;
          if (stamp >= (newest.get(key)?.stamp ?? ''))
            newest.set(key, { stamp, price: part[15] ?? '', zone: part[16] ?? '' });
        }
      }
    }
    const found = await rowsOf<{ natural_key: string; purchase_price: number; zone_code: string | null }>(
      test.database,
      'select natural_key, purchase_price, zone_code from sale',
    );
    expect(found).toHaveLength(newest.size);
    const wrong = found.filter((row) => {
      const expected = newest.get(row.natural_key);
      return expected?.price !== String(row.purchase_price) || expected.zone !== (row.zone_code ?? '');
    });
    expect(wrong).toEqual([]);
  });

  it('keep odd contract years as dates, flagged', async () => {
    const odd = await rowsOf<{ contract_date: string }>(
      test.database,
      `select s.contract_date from sale s join import_log g on g.item_type = 'SA' and g.item_id = s.id
       where s.contract_date < '1900-01-01' and g.severity = 'warning' and g.message like '%odd%'`,
    );
    expect(odd.map((row) => row.contract_date)).toContain('0017-02-17');
    expect(
      await rowsOf(
        test.database,
        "select count(*)::integer as n from sale where contract_date < '1900-01-01'",
      ),
    ).toEqual([{ n: new Set(odd.map((row) => row.contract_date)).size }]);
  });

  it('have every line in the log', async () => {
    expect(
      await rowsOf(
        test.database,
        `select count(*)::integer as n from sale_received r where not exists (
           select from import_log g where g.file_id = r.file_id and g.line_no = r.line_no and g.field is null)`,
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('stay the same when imported again', async () => {
    const again = await importFiles(test.database, hunterZips(), OPTIONS);
    expect(new Set(again.files.map((file) => file.state))).toEqual(new Set(['seen']));
    expect(await sumsOf(test)).toEqual(sums);
  });
});
