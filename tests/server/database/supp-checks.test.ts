// The checks of a supp with the answers that are known beforehand, on the rows that a migration made.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

type Columns = { readonly [column: string]: string | number | null };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ demo: false });
  await test.database.owner(async (client) => {
    await client.query(`insert into app_user (username, full_name, valuer) values ('val', 'Val', true)`);
    await client.query(`insert into component (district_code, code, zone_code, active)
      values ('001', 'AA', 'R2', true), ('001', 'OL', 'R2', false)`);
    await client.query(`insert into property (id, district_code, status, hnum1, street_name, suburb, area, zone_code, component_code)
      select n, '001', 'A', n, 'HIGH ST', 'ALPHA', 600 + n, 'R2', 'AA' from generate_series(1, 12) n`);
    await client.query(`insert into property_value (property_id, base_date, land_value)
      select n, '2025-07-01', 300000 from generate_series(1, 12) n`);
    await client.query(`insert into contract_region (name, contract_start) values ('Near', '2024-03-01')`);
    await client.query(
      `insert into region_district (region_id, district_code) select id, '001' from contract_region`,
    );
    await client.query(`insert into property (id, district_code, status, hnum1, street_name, suburb, area, zone_code, component_code)
      values (100, '001', 'O', 100, 'HIGH ST', 'ALPHA', 600, 'R2', 'AA'), (101, '001', 'A', null, 'HIGH ST', 'ALPHA', null, 'R2', 'AA')`);
    await client.query(`insert into legal_lot (property_id, lot, plan) values (100, '1', '100')`);
  });
});
afterAll(() => test.drop());

const sound = {
  property_id: 1,
  supp_type: 'PO',
  received_on: '2026-10-01',
  valuer_id: 'VALUER',
  inspected_on: '2026-10-05',
};

function insertion(table: string, columns: Columns): { readonly text: string; readonly values: unknown[] } {
  const names = Object.keys(columns);
  return {
    text: `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    values: Object.values(columns),
  };
}

/** What the checks find of a supp that is in order but for these columns: check, severity, base date. */
async function found(
  supp: Columns,
  values: readonly Columns[],
  also: readonly string[] = [],
): Promise<readonly string[]> {
  return test.database.owner(async (client) => {
    const valuer = (await client.query<{ id: number }>(`select id from app_user where username = 'val'`))
      .rows[0]?.id;
    const columns = { ...sound, valuer_id: valuer ?? null, ...supp };
    const { text, values: bound } = insertion('supp', columns);
    const { rows } = await client.query<{ id: number }>(`${text} returning id`, bound);
    const id = rows[0]?.id ?? 0;
    for (const row of values) {
      const one = insertion('supp_value', { supp_id: id, base_date: '2025-07-01', ...row });
      await client.query(one.text, one.values);
    }
    for (const statement of also) await client.query(statement.replaceAll(':id', String(id)));
    await client.query('select supp_check($1::bigint)', [id]);
    const results = await client.query<{ said: string }>(
      `select concat_ws(' ', rule, severity, extract(year from base_date)) as said from check_result
       where item_type = 'SU' and item_id = $1 order by rule, base_date`,
      [id],
    );
    await client.query('delete from supp where id = $1', [id]);
    return results.rows.map(({ said }) => said);
  });
}

describe('the checks of a supp', () => {
  it.each<[string, Columns, readonly string[]]>([
    ['a value in order', { land_value: 500_000 }, []],
    ['a value of 1', { land_value: 1 }, []],
    [
      'a stratum allowance beside MUAF',
      { land_value: 500_000, stratum_allowance: 100_000, muaf_pct: 40 },
      ['006 E 2025', '007 E 2025'],
    ],
    [
      'a value of 0, whatever else is wrong with its amounts',
      { land_value: 0, onsite_allowance: 5, muaf_pct: 0, heritage_value: 9 },
      ['001 E 2025'],
    ],
    ['no value', { land_value: null, stratum_allowance: 1 }, ['001 E 2025']],
    [
      'a heritage value as high as the land value',
      { land_value: 500_000, heritage_value: 500_000 },
      ['009 E 2025'],
    ],
    ['a heritage value below it', { land_value: 500_000, heritage_value: 499_999 }, []],
    [
      'a heritage value on the basis 14G, of a property that is not heritage',
      { land_value: 500_000, heritage_value: 400_000, basis_code: '14G' },
      ['009 E 2025', '010 E 2025'],
    ],
    ['an onsite allowance of 0', { land_value: 500_000, onsite_allowance: 0 }, ['002 E 2025']],
    [
      'an onsite allowance as high as the value',
      { land_value: 500_000, onsite_allowance: 500_000 },
      ['002 E 2025'],
    ],
    [
      'allowances below the value',
      { land_value: 500_000, onsite_allowance: 1, offsite_allowance: 499_999, subdivider_allowance: 7 },
      [],
    ],
    ['an offsite allowance of 0', { land_value: 500_000, offsite_allowance: 0 }, ['003 E 2025']],
    [
      'a subdivider allowance above the value',
      { land_value: 500_000, subdivider_allowance: 500_001 },
      ['005 E 2025'],
    ],
    ['MUAF alone', { land_value: 500_000, muaf_pct: 99.9 }, []],
    ['MUAF of 100', { land_value: 500_000, muaf_pct: 100 }, ['006 E 2025']],
    ['MUAF of 0', { land_value: 500_000, muaf_pct: 0 }, ['006 E 2025']],
    ['a stratum allowance alone', { land_value: 500_000, stratum_allowance: 100_000 }, []],
    [
      'a stratum allowance beside an unutilised value',
      { land_value: 500_000, stratum_allowance: 100_000, unutilised_value: 5 },
      ['007 E 2025'],
    ],
    ['MDAF alone', { land_value: 500_000, mdaf_pct: 40 }, []],
    [
      'MDAF beside an attributable part',
      { land_value: 500_000, mdaf_pct: 40, attributable_part: 0 },
      ['008 E 2025'],
    ],
    ['MUAF beside MDAF', { land_value: 500_000, muaf_pct: 40, mdaf_pct: 40 }, ['006 E 2025', '008 E 2025']],
    [
      'an unutilised value of 0 and an attributable part below the value',
      { land_value: 500_000, unutilised_value: 0, attributable_part: 499_999 },
      [],
    ],
    [
      'an unutilised value as high as the value',
      { land_value: 500_000, unutilised_value: 500_000 },
      ['011 E 2025'],
    ],
    [
      'an attributable part as high as the value',
      { land_value: 500_000, attributable_part: 500_000 },
      ['011 E 2025'],
    ],
  ])('find of %s', async (_, value, expected) => {
    expect(await found({}, [value])).toEqual(expected);
  });

  it('ask each base date by itself', async () => {
    expect(await found({}, [{ land_value: 500_000 }, { base_date: '2026-07-01', land_value: 0 }])).toEqual([
      '001 E 2026',
    ]);
  });

  it('find a supp without a base date, and ask none of a cancelled property', async () => {
    expect(await found({}, [])).toEqual(['001 E']);
    expect(await found({ supp_type: 'PX', valuer_id: null, inspected_on: null }, [])).toEqual([]);
  });

  it.each<[string, Columns, readonly string[]]>([
    ['a component that is not there', { new_component_code: 'ZZ' }, ['012 E']],
    ['a component that is not active', { new_component_code: 'OL' }, ['012 E']],
    ['a component of another zone', { new_zone_code: 'R1' }, ['012 E']],
    ['no valuer', { valuer_id: null }, ['013 E']],
    ['no inspection', { inspected_on: null }, ['013 E']],
    ['an inspection to come', { inspected_on: '2999-01-01' }, ['013 E']],
  ])('find of a record with %s', async (_, supp, expected) => {
    expect(await found(supp, [{ land_value: 500_000 }])).toEqual(expected);
  });

  it('take the basis of the supp where a value has none, and the heritage mark of the property', async () => {
    expect(await found({ basis_code: '14G' }, [{ land_value: 500_000 }])).toEqual(['010 E 2025']);
    expect(
      await found(
        { basis_code: '14G' },
        [{ land_value: 500_000 }],
        ['update property set heritage = true where id = 1'],
      ),
    ).toEqual([]);
  });
});

describe('the checks of an established property', () => {
  const parent = `insert into supp_property (supp_id, property_id, role) values (:id, 1, 'PARENT')`;

  it('find nothing where lot, area, rate, inspection, parent, number and base date are there', async () => {
    expect(await found({ supp_type: 'PE', property_id: 100 }, [{ land_value: 300_000 }], [parent])).toEqual(
      [],
    );
  });

  it('warn of what is missing', async () => {
    expect(
      await found({ supp_type: 'PE', property_id: 101, inspected_on: null }, [
        { land_value: 300_000, base_date: '2022-07-01' },
      ]),
    ).toEqual(['013 E', '162 W', '163 W', '166 W', '167 W', '168 W', '169 W 2022']);
    expect(await found({ supp_type: 'PO', property_id: 101 }, [{ land_value: 300_000 }])).toEqual([]);
  });

  // Twelve lots of 601 to 612 m² at 300,000: the median is half way between 300,000/606 and 300,000/607, 494.6417.
  it.each([
    [148_392, ['164 W 2025']],
    [148_393, []],
    [593_570, []],
    [593_571, ['164 W 2025']],
  ])('judge the rate of %d by the like lots of the component', async (value, expected) => {
    expect(await found({ supp_type: 'PE', property_id: 100 }, [{ land_value: value }], [parent])).toEqual(
      expected,
    );
  });

  it('become errors by the setting of the region', async () => {
    const set = `insert into setting (key, region_id, flag) select 'supp.check.established', id, true from contract_region`;
    const findings = await found({ supp_type: 'PE', property_id: 100 }, [{ land_value: 300_000 }], [set]);
    await test.database.owner((client) => client.query('delete from setting where flag'));
    expect(findings).toEqual(['167 E']);
  });
});

describe('an acknowledgement', () => {
  it('stays with its finding while the checks run again, and goes with it', async () => {
    await test.database.owner(async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into supp (property_id, supp_type, received_on) values (2, 'PO', '2026-10-01') returning id`,
      );
      const id = rows[0]?.id ?? 0;
      const state = async () =>
        (
          await client.query<{ said: string }>(
            `select concat_ws(' ', rule, acknowledged_comment) as said from check_result where item_id = $1 order by rule`,
            [id],
          )
        ).rows.map(({ said }) => said);
      await client.query('select supp_check($1::bigint)', [id]);
      await client.query(
        `update check_result set acknowledged_comment = 'Seen.' where item_id = $1 and rule = '013'`,
        [id],
      );
      await client.query('select supp_check($1::bigint)', [id]);
      expect(await state()).toEqual(['001', '013 Seen.']);
      await client.query(
        `update supp set inspected_on = '2026-10-02',
        valuer_id = (select id from app_user where username = 'val') where id = $1`,
        [id],
      );
      await client.query('select supp_check($1::bigint)', [id]);
      expect(await state()).toEqual(['001']);
      await client.query('delete from supp where id = $1', [id]);
      expect(await state()).toEqual([]);
    });
  });
});

it('find the worksheets of a supp by an index', async () => {
  const plan = await test.database.owner(async (client) => {
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      'explain (costs off) select id from worksheet where supp_id = 1',
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('worksheet_of_supp');
});
