// Components that do not fit, each rule with what it finds and what it leaves. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
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
