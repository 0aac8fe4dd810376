// The demo has of everything that reports of exceptions look for, in each district.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDay } from '#server/database/demo/dates.ts';
import { demoNow } from '#tests/support/database.ts';
import { openReports, type Reports, type Row } from './support.ts';

const districts = ['001', '002', '005', '007', '012', '511'] as const;

let db: Reports;
beforeAll(async () => {
  db = await openReports(true);
});
afterAll(() => db?.close());

const listed = (report: string, district: string) => db.report(report, { districts: [district], year: 2025 });

describe.each(districts)('exceptions of district %s', (district) => {
  it('have each reason for which a price is looked at', async () => {
    const rows = await listed('saleprex', district);
    const reasons = new Set(
      rows.flatMap(({ reason }) =>
        String(reason)
          .replace(/on \d+ properties/, 'on several properties')
          .split('; '),
      ),
    );
    expect([...reasons].sort()).toEqual([
      'contract date not credible',
      "far above the component's median",
      "far below the component's median",
      'nominal price',
      'one price on several properties',
      'part interest',
      'same price twice within half a year',
      'settled before the contract',
    ]);
    // Exceptions stay exceptions.
    const [all] = await db.owner(
      `select count(*)::integer as n from sale
       where district_code = $1 and contract_date between sale_window_start(2025) and sale_window_end(2025)`,
      [district],
    );
    expect(rows.length).toBeLessThan(0.2 * Number(all?.n));
  });

  it('have each way in which a contract date is not credible', async () => {
    const odd = (await listed('saleprex', district)).filter((row) => row.odd_date === true);
    const [received] = await db.owner(
      `select count(*) filter (where contract_date is null)::integer as missing,
         count(*) filter (where contract_date < '1900-01-01')::integer as ancient,
         count(*) filter (where contract_date > download_at::date)::integer as late
       from sale where id = any($1)`,
      [odd.map(({ sale_id }) => sale_id)],
    );
    expect(received).toEqual({ missing: 1, ancient: 1, late: 1 });
  });

  it('have land values above the price: of built and of vacant land, in force and only under work', async () => {
    const rows = await listed('lvgtpupr', district);
    const above = (row: Row, value: 'v0' | 'v1') => Number(row[value]) > Number(row.purchase_price);
    const proper = rows.filter((row) => Number(row.purchase_price) >= 1_000 && row.multi_property === false);
    expect(proper.some((row) => above(row, 'v0') && row.nature !== 'V')).toBe(true);
    expect(proper.some((row) => above(row, 'v1') && !above(row, 'v0') && row.nature === 'V')).toBe(true);
  });

  it('have properties with allowances and with concessions', async () => {
    const rows = await listed('propcount', district);
    for (const column of ['with_allowance', 'with_concession', 'handcrafted', 'cancelled', 'out_of_contract'])
      expect({ column, some: rows.some((row) => Number(row[column]) > 0) }).toEqual({ column, some: true });
  });
});

describe('section 28 groups of the demo', () => {
  it('have each exception once, beside the groups of the known answers', async () => {
    const rows = await db.report('sec28excepts', { districts, year: 2025 });
    const known = new Set(['Wharf sheds', 'Station yard', 'Showground']);
    const planted = rows.filter((row) => !known.has(String(row.group_name)));
    expect(planted.map((row) => `${row.group_name} ${row.group_rule}`).sort()).toEqual([
      'Bowling club E2',
      'Brickworks E5',
      'Coal loader E8',
      'Dairy flats E3',
      'Dairy flats E3',
      'Old dairy E3',
      'Old dairy E3',
      'Racecourse E7',
      'Saleyards E6',
      'Sawmill yards E1',
      'Silo siding E4',
    ]);
  });
});

/** Days that are planned or run out; every other has been. */
const ahead: ReadonlySet<string> = new Set([
  'lamc_valuation.due_on',
  'supp.due_on',
  'tenure.expires_on',
  'tenure.next_review',
  'tenure.objection_until',
  'tenure.proposed_review',
  'tenure.suspended_until',
]);

describe('the demo in its database', () => {
  it('has no day after the one on which it was made, in any table, but what is planned', async () => {
    const columns = await db.owner(`
      select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      where c.table_schema = 'public' and c.data_type in ('date', 'timestamp without time zone')
        and exists (select from information_schema.columns s where s.table_schema = c.table_schema
          and s.table_name = c.table_name and s.column_name = 'synthetic')
        and exists (select from information_schema.tables t where t.table_schema = c.table_schema
          and t.table_name = c.table_name and t.table_type = 'BASE TABLE')
      order by 1, 2`);
    const late: string[] = [];
    const filled = new Set<string>();
    for (const { table, column } of columns) {
      const [told] = await db.owner(
        `select max("${column}")::date::text as last from "${table}" where synthetic and isfinite("${column}"::timestamp)`,
      );
      if (told?.last) filled.add(`${table}.${column}`);
      if (told?.last && String(told.last) > demoDay(demoNow) && !ahead.has(`${table}.${column}`))
        late.push(`${table}.${column} ${told.last}`);
    }
    expect(late).toEqual([]);
    expect([...filled]).toEqual(
      expect.arrayContaining(['sale.download_at', 'analysis.exported_on', 'property_value.verified_on']),
    );
  });

  it('keeps nominal prices and parts out of the office’s standard, under codes that its list has', async () => {
    const [counted] = await db.owner(`
      select count(*) filter (where c.sale_id is not null)::integer as counted, count(*)::integer as marked,
        count(*) filter (where not exists (select from reference_item i
          where i.list = 'salecode' and i.code = s.sale_code))::integer as strange
      from sale s left join sale_counted c on c.sale_id = s.id and c.population = 'standard'
      where s.purchase_price < setting_number('sale.nominal.price') or s.interest_pct is not null`);
    expect(counted).toMatchObject({ counted: 0, strange: 0 });
    expect(Number(counted?.marked)).toBeGreaterThan(80);
    const [standard] = await db.owner(`
      select count(*)::integer as n, min(purchase_price)::integer as least from sale_counted where population = 'standard'`);
    expect(Number(standard?.n)).toBeGreaterThan(10_000);
    expect(Number(standard?.least)).toBeGreaterThan(1_000);
  });

  it('says who verified a value: a valuer of the demo', async () => {
    const [told] = await db.owner(`
      select count(*)::integer as verified, count(u.id)::integer as named from property_value v
      left join app_user u on u.id = v.verified_by and u.valuer and u.synthetic where v.verified_on is not null`);
    expect(told?.named).toBe(told?.verified);
    expect(Number(told?.verified)).toBeGreaterThan(10_000);
  });
});
