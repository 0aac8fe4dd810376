import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, untouched } from './fixture.ts';
import { percentile, seeded, studyOf } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

describe('counts of properties and sales by quartile', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    await putBaseYear(db, 2022);
  });
  afterAll(async () => {
    await db?.close();
  });

  it('propcount counts properties by what they are and carry', async () => {
    const here = { component_code: 'RAB', zone_code: 'RU2' };
    const made: readonly (readonly [Row, Row | null, Row | null])[] = [
      [{}, { land_value: 100 }, { land_value: 110 }],
      [{}, null, { land_value: 50 }],
      [{}, { land_value: 100, onsite_allowance: 5 }, null],
      // The value under work has no allowance any more.
      [{}, { land_value: 100, onsite_allowance: 5 }, { land_value: 120, muaf_pct: 20 }],
      [{ handcrafted: true }, { land_value: 100 }, { land_value: 1000, heritage_value: 900 }],
      [{}, { land_value: 7 }, { land_value: 9, method: 'H' }],
      [{ status: 'X' }, { land_value: 100 }, null],
      [{ status: 'O' }, null, null],
      [{ status: 'O' }, null, null],
    ];
    for (const [i, [more, v0, v1]] of made.entries()) {
      const property_id = 100 + i;
      await put(db, 'property', [property(property_id, { ...here, ...more })]);
      if (v0) await put(db, 'property_value', [{ property_id, base_date: '2022-07-01', ...v0 }]);
      if (v1) await put(db, 'property_value', [{ property_id, base_date: '2023-07-01', ...v1 }]);
    }
    await put(db, 'property', [
      property(200, { district_code: '002' }),
      property(201, { zone_code: null, component_code: null }),
    ]);
    const rows = await db.report('propcount', untouched);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    expect([...byKey.keys()].sort()).toEqual(['001  ', '001 RU2 RAB', '002 R2 AAB']);
    expect(byKey.get('001 RU2 RAB')).toMatchObject({
      zone_name: 'Rural Landscape',
      component_description: 'Grazing',
      active: 6,
      new: 1,
      cancelled: 1,
      out_of_contract: 2,
      handcrafted: 2,
      with_allowance: 1,
      with_concession: 2,
      total_v0: 407,
      total_v1: 1289,
    });
    expect((await db.report('propcount', { ...untouched, zones: ['R2'] })).map((row) => row.key)).toEqual([
      '002 R2 AAB',
    ]);
    expect((await db.report('propcount', untouched, ['002'])).map((row) => row.district_code)).toEqual([
      '002',
    ]);
  });

  it('salequartile studies each quartile of the ALV within its zone', async () => {
    const random = seeded(5);
    const pairs = Array.from({ length: 42 }, (_, i) => {
      const s = 100_000 + Math.round(random() * 60) * 10_000;
      return {
        v: Math.round(s * (0.8 + random() * 0.3)),
        s,
        future: Math.round(s * 1.1),
        zone: i < 30 ? 'R2' : 'RU2',
      };
    });
    for (const [i, pair] of pairs.entries()) {
      const property_id = 1000 + i;
      await put(db, 'property', [
        property(property_id, { zone_code: pair.zone, component_code: pair.zone === 'R2' ? 'AAB' : 'RAB' }),
      ]);
      await put(db, 'property_value', [
        { property_id, base_date: '2022-07-01', land_value: pair.v },
        { property_id, base_date: '2023-07-01', land_value: pair.v },
      ]);
      await put(db, 'analysis', [
        {
          property_id,
          district_code: '001',
          zone_code: pair.zone,
          component_code: pair.zone === 'R2' ? 'AAB' : 'RAB',
          contract_date: '2022-09-01',
          suitability: 'IN',
          alv_lt: pair.s,
          alv_future: pair.future,
        },
      ]);
    }
    for (const series of ['lt', 'future']) {
      const rows = await db.report('salequartile', { ...untouched, series });
      expect(rows.length).toBe(8);
      for (const zone of ['R2', 'RU2']) {
        const inZone = pairs
          .filter((p) => p.zone === zone)
          .map((p) => ({ v: p.v, s: series === 'lt' ? p.s : p.future }));
        const bounds = [0.25, 0.5, 0.75].map((p) =>
          percentile(
            inZone.map((x) => x.s),
            p,
          ),
        );
        for (const quartile of [1, 2, 3, 4]) {
          const group = inZone.filter((x) => 1 + bounds.filter((bound) => x.s > bound).length === quartile);
          const row = rows.find((r) => r.zone_code === zone && r.quartile === quartile);
          const study = studyOf(group);
          expect([row?.n, row?.minimum_alv, row?.maximum_alv, row?.small_sample]).toEqual([
            group.length,
            Math.min(...group.map((x) => x.s)),
            Math.max(...group.map((x) => x.s)),
            group.length < 5,
          ]);
          expect(row?.median_ratio).toBeCloseTo(Number(study.median), 10);
          expect(row?.cod).toBeCloseTo(Number(study.cod), 8);
          expect(row?.prd).toBeCloseTo(Number(study.prd), 10);
          expect(row?.q3_ratio).toBeCloseTo(Number(study.q3), 10);
        }
      }
    }
    // Five values lie on the three bounds: each is in the lower quartile.
    for (let i = 1; i <= 5; i++) {
      await put(db, 'property', [property(2000 + i, { zone_code: 'E4', component_code: 'RAB' })]);
      await put(db, 'property_value', [{ property_id: 2000 + i, base_date: '2022-07-01', land_value: 100 }]);
      await put(db, 'analysis', [
        {
          property_id: 2000 + i,
          district_code: '001',
          contract_date: '2022-09-01',
          suitability: 'IN',
          alv_lt: i * 100,
        },
      ]);
    }
    const onBounds = await db.report('salequartile', { ...untouched, zones: ['E4'] });
    expect(onBounds.map((row) => [row.quartile, row.n, row.maximum_alv]).sort()).toEqual([
      [1, 2, 200],
      [2, 1, 300],
      [3, 1, 400],
      [4, 1, 500],
    ]);
    const homogeneous = await db.report('salequartile', { ...untouched, include_non_homogeneous: false });
    expect(new Set(homogeneous.map((row) => row.zone_code))).toEqual(new Set(['R2']));
    expect(await db.report('salequartile', untouched, ['002'])).toEqual([]);
  });
});
