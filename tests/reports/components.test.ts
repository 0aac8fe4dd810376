// Components that do not fit, each rule with what it finds and what it leaves. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2022);
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });

describe('properties without a fitting component', () => {
  beforeAll(async () => {
    // E2 was renamed in 2021; E4 holds again since April 2023, so at V1's base date, 1 July 2023.
    await db.owner(`insert into zone (code, name, valid_from, valid_to) values
      ('E2', 'Conservation', '1900-01-01', '2021-11-30'), ('C2', 'Conservation', '2021-12-01', '9999-12-31')`);
    await db.owner(`insert into component (district_code, code, zone_code, property_type, active, crown) values
      ('001', 'OLD', 'R2', null, false, false), ('001', 'CRN', 'R2', null, true, true),
      ('001', 'HOM', 'R2', 'RES', true, false), ('001', 'CON', 'E2', null, true, false)`);
    await put(db, 'property', [
      // In order: without types, with the same type, with an empty type or zone that cannot be judged.
      property(1),
      property(2, { component_code: 'HOM', benchmark_property_type: 'RES' }),
      property(3, { component_code: 'HOM', benchmark_property_type: null }),
      property(4, { benchmark_property_type: 'RUR' }),
      property(5, { zone_code: null }),
      property(6, { component_code: 'CRN', crown: true }),
      // Each reason.
      property(11, { component_code: null }),
      property(12, { component_code: 'ZZZ' }),
      property(13, { component_code: 'OLD' }),
      property(14, { component_code: 'RAB' }),
      property(15, { zone_code: 'C2', component_code: 'CON' }),
      property(16, { zone_code: 'E2', component_code: 'AAB' }),
      property(17, { component_code: 'CRN' }),
      property(18, { crown: true }),
      property(19, { component_code: 'HOM', benchmark_property_type: 'COM' }),
      // E4 lies between its two meanings on 1 July 2022, and holds a year later.
      property(20, { zone_code: 'E4' }),
      // The first reason that holds: not in use before another zone; another zone before the Crown's and the type's.
      property(21, { component_code: 'OLD', zone_code: 'RU2' }),
      property(22, { component_code: 'HOM', zone_code: 'RU2', crown: true, benchmark_property_type: 'RUR' }),
      property(23, { component_code: 'HOM', crown: true, benchmark_property_type: 'RUR' }),
      // RAB is a component of district 001 only. Not active, so not judged.
      property(24, { district_code: '002', component_code: 'RAB' }),
      property(25, { component_code: null, status: 'X' }),
      property(26, { component_code: null, status: 'O' }),
      // A made component is none for a real property.
      property(27, { component_code: 'MAD' }),
    ]);
    await db.owner(
      `insert into component (district_code, code, zone_code, synthetic) values ('001', 'MAD', 'R2', true)`,
    );
  });

  const found = async (params: Row = {}) =>
    (await listed('nofixedcomp', params))
      .map((row) => `${row.property_id} ${row.component_reason}: ${row.detail}`)
      .sort();

  it('are listed under the first reason that holds', async () => {
    expect(await found()).toEqual([
      '11 BLANK: No component',
      '12 UNKNOWN: District 001 has no component ZZZ',
      '13 INACTIVE: OLD is not in use',
      '14 ZONE: Property in R2, component in RU2',
      '15 OLDZONE: Property in C2, component in E2',
      '16 OLDZONE: Property in E2, component in R2',
      '17 CROWN: Component of Crown land, the property is not',
      '18 CROWN: Crown land, the component is not',
      '19 TYPE: Property COM, component RES',
      '20 ZONE: Property in E4, component in R2',
      '21 INACTIVE: OLD is not in use',
      '22 ZONE: Property in RU2, component in R2',
      '23 CROWN: Crown land, the component is not',
      '24 UNKNOWN: District 002 has no component RAB',
      '27 UNKNOWN: District 001 has no component MAD',
    ]);
  });

  it('judge zones by the codes of the year after the base year', async () => {
    // At 1 July 2022, V1 of base year 2021, E4 meant nothing.
    expect((await found({ year: 2021 })).filter((line) => line.startsWith('20'))).toEqual([
      '20 OLDZONE: Property in E4, component in R2',
    ]);
  });

  it('keep to districts, zones, components and types', async () => {
    expect(await found({ districts: ['002'] })).toHaveLength(1);
    expect(await found({ zones: ['E4'] })).toHaveLength(1);
    expect(await found({ components: ['CRN'] })).toHaveLength(1);
    expect(await found({ types: ['COM'] })).toEqual(['19 TYPE: Property COM, component RES']);
  });
});

describe('allowances and concessions', () => {
  /** What a property has at V0 and at V1. */
  const given: readonly (readonly [id: number, before: Row | null, now: Row | null])[] = [
    // Shares 5 % and 5 %; 5 % and 6 %, just within one per cent of the value; 5 % and 6.1 %.
    [41, { onsite_allowance: 10_000 }, { onsite_allowance: 11_000 }],
    [42, { offsite_allowance: 10_000 }, { offsite_allowance: 13_200 }],
    [43, { subdivider_allowance: 10_000 }, { subdivider_allowance: 13_420 }],
    // Percentages: as before, one more, one and a half more.
    [44, { muaf_pct: 40 }, { muaf_pct: 40 }],
    [45, { mdaf_pct: 40 }, { mdaf_pct: 41 }],
    [46, { mdaf_pct: 40 }, { mdaf_pct: 41.5 }],
    // Gone, and gone by a completed supp; of an open one, and of one of the earlier date.
    [47, { unutilised_value: 20_000 }, {}],
    [48, { unutilised_value: 20_000 }, { unutilised_value: 0 }],
    [49, { attributable_part: 20_000 }, {}],
    [50, { attributable_part: 20_000 }, {}],
    // New; 0 is none, so nothing is given at all.
    [51, { heritage_value: 0 }, { heritage_value: 150_000 }],
    [52, { heritage_value: 0 }, { heritage_value: null }],
    // Not below V1 (220,000), just below; percentages at their ends.
    [53, { heritage_value: 199_000 }, { heritage_value: 220_000 }],
    [54, { heritage_value: 199_000 }, { heritage_value: 219_000 }],
    [55, { muaf_pct: 100 }, { muaf_pct: 100 }],
    [56, { muaf_pct: 99.5 }, { muaf_pct: 99.9 }],
    // Together: what excludes another, what the heritage value does not, and two allowances that may.
    [57, { stratum_allowance: 20_000 }, { stratum_allowance: 22_000, muaf_pct: 30 }],
    [58, { mdaf_pct: 30, heritage_value: 100_000 }, { mdaf_pct: 30, heritage_value: 110_000 }],
    [
      59,
      { onsite_allowance: 10_000, offsite_allowance: 10_000 },
      { onsite_allowance: 11_000, offsite_allowance: 11_000 },
    ],
    // Without V0 or V1 no share, and nothing to be below of.
    [60, { land_value: null, onsite_allowance: 10_000 }, { onsite_allowance: 11_000 }],
    [61, { onsite_allowance: 10_000 }, { land_value: 0, onsite_allowance: 11_000 }],
    // No value at all a year before, and a year later.
    [62, null, { onsite_allowance: 11_000 }],
    [63, { onsite_allowance: 11_000 }, null],
    // Not active.
    [64, { onsite_allowance: 10_000 }, {}],
  ];
  const supps = new Map<number, number>();

  beforeAll(async () => {
    for (const [id, before, now] of given) {
      await put(db, 'property', [property(id, id === 64 ? { status: 'X' } : {})]);
      const value = (year: number, land_value: number, more: Row): Row => ({
        property_id: id,
        district_code: '001',
        base_date: `${year}-07-01`,
        land_value,
        ...more,
      });
      if (before) await put(db, 'property_value', [value(2022, 200_000, before)]);
      if (now) await put(db, 'property_value', [value(2023, 220_000, now)]);
    }
    // The local government's values are not looked at.
    await put(db, 'property_value', [
      {
        property_id: 41,
        district_code: '001',
        series: 'LG',
        base_date: '2022-07-01',
        land_value: 200_000,
        muaf_pct: 20,
      },
    ]);
    for (const [property_id, year, transmit_status] of [
      [48, 2023, 'X'],
      [49, 2023, 'T'],
      [50, 2022, 'X'],
    ] as const) {
      const [supp_id = 0] = await put(db, 'supp', [
        {
          property_id,
          district_code: '001',
          supp_type: 'PE',
          received_on: '2023-08-01',
          transmit_status,
          completed_on: transmit_status === 'X' ? '2023-09-01' : null,
        },
      ]);
      await put(db, 'supp_value', [
        { supp_id, base_date: `${year}-07-01`, series: 'LT', land_value: 220_000 },
      ]);
      supps.set(property_id, supp_id);
    }
  });

  const found = async (params: Row = {}) =>
    (await listed('conccomp', params))
      .map((row) => `${row.property_id} ${row.concession} ${row.concession_flags ?? ''}`.trim())
      .sort();

  it('stand with the flags that hold, for each kind that is given', async () => {
    expect(await found()).toEqual([
      '41 ONSITE',
      '42 OFFSITE',
      '43 SUBDIV CHANGED',
      '44 MUAF',
      '45 MDAF',
      '46 MDAF CHANGED',
      '47 UNUTIL GONE',
      '48 UNUTIL',
      '49 ATTRIB GONE',
      '50 ATTRIB GONE',
      '51 HERITAGE NEW',
      '53 HERITAGE NOTBELOW',
      '54 HERITAGE',
      '55 MUAF NOTBELOW',
      '56 MUAF',
      '57 MUAF NEW, BOTH',
      '57 STRATUM BOTH',
      '58 HERITAGE',
      '58 MDAF',
      '59 OFFSITE',
      '59 ONSITE',
      '60 ONSITE',
      '61 ONSITE',
      '62 ONSITE NEW',
      '63 ONSITE GONE',
    ]);
  });

  it('have their amounts, shares and the supp that took one away', async () => {
    const rows = new Map(
      (await listed('conccomp')).map((row) => [`${row.property_id} ${row.concession}`, row]),
    );
    const told = (key: string) =>
      ['old_amount', 'new_amount', 'amount_change', 'old_share', 'new_share', 'supp_id'].map((column) => {
        const value = rows.get(key)?.[column];
        return value === null || value === undefined ? null : Math.round(Number(value) * 1e4) / 1e4;
      });
    // 13,420 ÷ 10,000 − 1; 10,000 ÷ 200,000; 13,420 ÷ 220,000.
    expect(told('43 SUBDIV')).toEqual([10_000, 13_420, 0.342, 0.05, 0.061, null]);
    // 41.5 ÷ 40 − 1; the shares are the percentages.
    expect(told('46 MDAF')).toEqual([null, null, 0.0375, 0.4, 0.415, null]);
    expect(told('48 UNUTIL')).toEqual([20_000, null, null, 0.1, null, supps.get(48)]);
    expect(told('49 ATTRIB')).toEqual([20_000, null, null, 0.1, null, null]);
    expect(told('60 ONSITE')).toEqual([10_000, 11_000, 0.1, null, 0.05, null]);
    expect(told('61 ONSITE')).toEqual([10_000, 11_000, 0.1, 0.05, null, null]);
    expect(
      ['57 STRATUM', '53 HERITAGE', '47 UNUTIL', '41 ONSITE'].map((key) => rows.get(key)?.rule_severity),
    ).toEqual(['E', 'E', 'W', null]);
  });

  it('take the limit of a change from the option', async () => {
    await db.owner(`update setting set number = 1.2 where key = 'concession.change'`);
    const rows = await found();
    await db.owner(`update setting set number = null where key = 'concession.change'`);
    expect(rows).toContain('43 SUBDIV');
    expect(rows).toContain('46 MDAF CHANGED');
  });

  it('keep to kinds, flags, zones, components, types and districts', async () => {
    expect(await found({ kinds: ['STRATUM', 'SUBDIV'] })).toEqual(['43 SUBDIV CHANGED', '57 STRATUM BOTH']);
    expect(await found({ flagged_only: true })).toHaveLength(12);
    expect(await found({ zones: ['RU2'] })).toEqual([]);
    expect(await found({ components: ['RAB'] })).toEqual([]);
    expect(await found({ types: ['RES'] })).toEqual([]);
    expect(await found({ districts: ['002'] })).toEqual([]);
  });
});

describe('values and sales of components', () => {
  let next = 1_000;
  /** An analysed sale of a property with these values. */
  async function analysed(
    component: string,
    zone: string,
    v0: number,
    v1: number | null,
    s1: number,
  ): Promise<void> {
    const id = next++;
    await put(db, 'property', [property(id, { component_code: component, zone_code: zone })]);
    for (const [year, land_value] of [
      [2022, v0],
      [2023, v1],
    ] as const)
      await put(db, 'property_value', [
        { property_id: id, district_code: '001', base_date: `${year}-07-01`, land_value },
      ]);
    const [sale_id] = await put(db, 'sale', [
      sale(id, { contract_date: '2023-02-01', settlement_date: null }),
    ]);
    await put(db, 'analysis', [
      {
        sale_id,
        property_id: id,
        district_code: '001',
        component_code: component,
        zone_code: zone,
        contract_date: '2023-02-01',
        analysis_date: '2023-03-01',
        suitability: 'IN',
        alv_lt: s1,
        alv_future: s1,
      },
    ]);
  }

  // S1 doubles from sale to sale (k = −2 … 2, by the scale), V1 is 2^(b·k + d·e) with e = 1, −2, 0, 2, −1, which has nothing of k: so
  // the slope is b, R² = b² ÷ (b² + d²), and half the interval t(3) · d ÷ √3 = 3.18245 · d ÷ 1.73205 = 1.83739 d.
  const shapes: readonly (readonly [component: string, b: number, d: number, scale?: number, n?: number])[] =
    [
      ['ONE', 1, 0],
      ['S09', 1.09, 0.01],
      ['S11', 1.11, 0.01],
      ['SLO', 0.85, 0.01],
      ['WID', 1.2, 0.2],
      ['NAR', 1.2, 0.1],
      ['LOO', 1, 1.1],
      ['FIT', 1, 0.99],
      // R² as that of LOO, but sd(ln S1) = 0.1 · ln 2 · √2.5 = 0.11.
      ['LIK', 1, 1.1, 0.1],
      ['BOT', 0.2, 0.3],
      ['FOU', 2, 0, 1, 4],
      ['EQU', 1, 1, 0],
    ];
  /** S1 ÷ V0 of six sales. */
  const ratios: readonly (readonly [component: string, zone: string, ratios: readonly number[]])[] = [
    ['ALA', 'R2', [1.03, 1.04, 1.05, 1.05, 1.06, 1.07]],
    // 0.019 above, and 0.021; as wide as 0.11, and as 0.099; in another zone; five.
    ['ALB', 'R2', [1.049, 1.059, 1.069, 1.069, 1.079, 1.089]],
    ['ALC', 'R2', [1.04, 1.051, 1.071, 1.071, 1.081, 1.091]],
    ['ALD', 'R2', [1, 1.04, 1.05, 1.05, 1.06, 1.11]],
    ['ALE', 'R2', [1.001, 1.04, 1.05, 1.05, 1.06, 1.1]],
    ['ALZ', 'RU2', [1.03, 1.04, 1.05, 1.05, 1.06, 1.07]],
    ['ALF', 'R2', [1.03, 1.04, 1.05, 1.06, 1.07]],
  ];

  beforeAll(async () => {
    for (const [code, zone] of [
      ...shapes.map(([one]) => [one, 'R2']),
      ...ratios.map(([one, of]) => [one, of]),
    ])
      await put(db, 'component', [{ district_code: '001', code, zone_code: zone }]);
    for (const [component, b, d, scale = 1, n = 5] of shapes)
      for (const [i, e] of [1, -2, 0, 2, -1].slice(0, n).entries()) {
        const s1 = Math.round(1_000_000 * 2 ** (scale * (i - 2)));
        const spread = scale === 0 ? 1 : scale;
        await analysed(
          component,
          'R2',
          500_000,
          Math.round(1_000_000 * 2 ** (spread * (b * (i - 2) + d * e))),
          s1,
        );
      }
    // The fifth of FOU has no future value.
    await analysed('FOU', 'R2', 500_000, null, 4_000_000);
    for (const [component, zone, of] of ratios)
      for (const ratio of of) await analysed(component, zone, 100_000, 110_000, Math.round(ratio * 100_000));
  });

  const rows = async (params: Row = {}) =>
    new Map((await listed('compcorr', params)).map((row) => [String(row.component_code), row]));
  const number = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1_000) / 1_000);

  it('are fitted from five sales on, and flagged where they are out of line or loose', async () => {
    const found = await rows();
    const told = (code: string) =>
      ['component_sales', 'correlation', 'r_squared', 'slope', 'slope_low', 'slope_high'].map((column) =>
        number(found.get(code)?.[column]),
      );
    const flags = (code: string) => found.get(code)?.fit_flags ?? null;
    expect(told('ONE')).toEqual([5, 1, 1, 1, 1, 1]);
    // 1.44 ÷ (1.44 + 0.04) and 1.44 ÷ (1.44 + 0.01); 1.2 ± 0.367 and ± 0.184.
    expect(told('WID')).toEqual([5, 0.986, 0.973, 1.2, 0.833, 1.567]);
    expect(told('NAR')).toEqual([5, 0.997, 0.993, 1.2, 1.016, 1.384]);
    // 1 ÷ 2.21 and 1 ÷ 1.9801.
    expect(told('LOO').slice(2, 4)).toEqual([0.452, 1]);
    expect(told('FIT').slice(2, 4)).toEqual([0.505, 1]);
    expect(told('LIK').slice(2, 4)).toEqual([0.452, 1]);
    expect(['ONE', 'S09', 'S11', 'SLO', 'WID', 'NAR', 'LOO', 'FIT', 'LIK'].map(flags)).toEqual([
      ...[null, null, 'SLOPE', 'SLOPE', null, 'SLOPE', 'LOOSE', null, null],
    ]);
    // 0.2 ± 0.551, and 0.04 ÷ 0.13.
    expect(flags('BOT')).toBe('SLOPE, LOOSE');
  });

  it('have no line of four sales, nor of sales that are all equal', async () => {
    const found = await rows();
    for (const [code, n] of [
      ['FOU', 4],
      ['EQU', 5],
    ] as const)
      expect(found.get(code)).toMatchObject({
        component_sales: n,
        correlation: null,
        r_squared: null,
        slope: null,
        slope_low: null,
        slope_high: null,
        fit_flags: null,
      });
    const points = await listed('compcorr.sales');
    const fitted = (code: string) =>
      points.filter((row) => row.component_code === code).map((row) => number(row.fitted_value));
    expect(fitted('FOU')).toEqual([null, null, null, null]);
    expect(fitted('EQU')).toEqual([null, null, null, null, null]);
    expect(fitted('ONE').sort((a, b) => Number(a) - Number(b))).toEqual([250_000, 500_000, 1e6, 2e6, 4e6]);
  });

  it('take their limits from the options, and keep to the filters', async () => {
    await db.owner(`update setting set number = 12 where key = 'corr.slope.band'`);
    await db.owner(`update setting set number = 45 where key = 'corr.fit'`);
    await db.owner(`update setting set number = 0.1 where key = 'corr.spread'`);
    const found = await rows();
    await db.owner(`update setting set number = null where key like 'corr.%'`);
    expect(['S11', 'NAR', 'LOO', 'LIK'].map((code) => found.get(code)?.fit_flags)).toEqual([
      null,
      'SLOPE',
      null,
      null,
    ]);
    await db.owner(`update setting set number = 0.1 where key = 'corr.spread'`);
    const spread = await rows();
    await db.owner(`update setting set number = null where key = 'corr.spread'`);
    expect(spread.get('LIK')?.fit_flags).toBe('LOOSE');
    expect([...(await rows({ components: ['ONE'] })).keys()]).toEqual(['ONE']);
    expect([...(await rows({ zones: ['RU2'] })).keys()]).toEqual(['ALZ']);
    expect((await rows({ from_date: '2023-02-02' })).size).toBe(0);
    expect((await rows({ districts: ['002'] })).size).toBe(0);
  });

  it('are alike where the implied factors cannot be told apart', async () => {
    const pairs = await listed('compcorr.alike');
    const told = pairs.map((row) => `${row.component_code} ${row.other_component} ${row.alike}`).sort();
    expect(told).toEqual([
      'ALA ALB true',
      'ALA ALC false',
      'ALA ALD false',
      'ALA ALE true',
      'ALB ALC true',
      'ALB ALD false',
      'ALB ALE true',
      'ALC ALD false',
      'ALC ALE false',
      'ALD ALE false',
    ]);
    const [first] = pairs.filter((row) => row.component_code === 'ALA' && row.other_component === 'ALB');
    // The middle two of six; of six the interval is the whole range.
    expect(
      ['sales_a', 'implied_a', 'implied_a_low', 'implied_a_high', 'implied_b', 'factors_apart'].map(
        (column) => number(first?.[column]),
      ),
    ).toEqual([6, 1.05, 1.03, 1.07, 1.069, 0.019]);
  });
});
