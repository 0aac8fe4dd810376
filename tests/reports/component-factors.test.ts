// The factor of a component, which several reports ask for. Base year 2022: f leads from 1 July 2022 to 1 July 2023.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

describe('the factor of a component', () => {
  let db: Reports;
  let next = 100;

  /** Values of the component at V1's date, one for each factor given, each of a property of its own. */
  async function valued(
    component: string,
    factors: readonly number[],
    ofValue: Row = {},
    ofProperty: Row = {},
  ): Promise<void> {
    for (const factor of factors) {
      const property_id = next++;
      await put(db, 'property', [property(property_id, { component_code: component, ...ofProperty })]);
      await put(db, 'property_value', [
        {
          property_id,
          district_code: '001',
          base_date: '2023-07-01',
          land_value: 100_000,
          method: 'F',
          factor_applied: factor,
          factor_component: component,
          ...ofValue,
        },
      ]);
    }
  }

  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    await db.owner(`insert into component (district_code, code, zone_code)
      select '001', code, 'R2' from unnest('{EQU,OFF,MET,STA,OLD,LGV,OTH}'::text[]) as code`);
    // Two of three by 1.1.
    await valued('AAB', [1.2, 1.1, 1.1]);
    // As often by 1.05 as by 1.3: the smaller.
    await valued('EQU', [1.3, 1.05, 1.05, 1.3, 1.4]);
    // The office says 1.07, whatever its values were made by; for RAB it says none, so the values say it.
    await valued('OFF', [1.2, 1.2]);
    await valued('RAB', [0.97]);
    await put(db, 'component_year', [
      { district_code: '001', component_code: 'OFF', base_date: '2023-07-01', factor: 1.07 },
      { district_code: '001', component_code: 'OFF', base_date: '2022-07-01', factor: 1.5 },
      { district_code: '001', component_code: 'RAB', base_date: '2023-07-01', monthly_pct: 0.5 },
    ]);
    // By another method, not active, of another base date, of the other series: no factor.
    await valued('MET', [1.2], { method: 'H' });
    await valued('STA', [1.2], {}, { status: 'X' });
    await valued('OLD', [1.2], { base_date: '2022-07-01' });
    await valued('LGV', [1.2], { series: 'LG' });
    // Made by the factor of the component in which the property lay before.
    await valued('OTH', [1.2, 1.2, 1.2], { factor_component: 'AAB' });
  });
  afterAll(() => db?.close());

  it("is the office's, until then that of most of its values, of equals the smallest", async () => {
    const rows = await db.sharedQuery('component_factors', { districts: ['001', '002'], year: 2022 });
    expect(
      rows
        .map((row) => [row.component_code, Number(row.factor), row.usual])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      // Three times 1.2, made while they lay elsewhere, against twice 1.1.
      ['AAB', 1.2, true],
      ['EQU', 1.05, true],
      ['OFF', 1.07, false],
      ['RAB', 0.97, true],
    ]);
    expect(
      (await db.sharedQuery('component_factors', { districts: ['001'], year: 2021 })).map((row) => [
        row.component_code,
        Number(row.factor),
        row.usual,
      ]),
    ).toEqual([
      ['OFF', 1.5, false],
      ['OLD', 1.2, true],
    ]);
  });

  it('is of the districts asked for alone', async () => {
    expect(await db.sharedQuery('component_factors', { districts: ['002'], year: 2022 })).toEqual([]);
  });
});
