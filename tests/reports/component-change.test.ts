import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces } from './fixture.ts';
import { seeded } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

interface Made {
  readonly status: string;
  readonly zone: string;
  readonly component: string;
  readonly district: string;
  readonly v0: number | null;
  readonly v1: number | null;
  /** What was applied, and for which component; the property may have moved to another since. */
  readonly factor: number | null;
  readonly factorOf: string | null;
}

const factors: { readonly [component: string]: number } = { AAB: 1.05, RAB: 0.97 };
/** What the office has said since; the values were made before by another. */
const said: { readonly [key: string]: number } = { '002-AAB': 1.08 };

describe('component average change', () => {
  let db: Reports;
  const made: Made[] = [];
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    const random = seeded(11);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    for (let i = 0; i < 150; i++) {
      const district = pick(['001', '001', '002']);
      const component = district === '002' ? 'AAB' : pick(['AAB', 'RAB']);
      const v0 = random() < 0.95 ? 100_000 + Math.floor(random() * 500_000) : null;
      const byHand = random() < 0.2;
      const factor = byHand ? null : (factors[component] ?? 1);
      const one: Made = {
        status: pick(['A', 'A', 'A', 'X']),
        zone: component === 'RAB' ? 'RU2' : 'R2',
        component,
        district,
        v0,
        v1: random() < 0.95 ? Math.round((v0 ?? 200_000) * (factor ?? 0.8 + random())) : null,
        factor,
        factorOf: byHand ? null : random() < 0.9 ? component : 'OLD',
      };
      made.push(one);
      const property_id = 800 + i;
      await put(db, 'property', [
        property(property_id, {
          status: one.status,
          zone_code: one.zone,
          component_code: component,
          district_code: district,
        }),
      ]);
      const value = (base_date: string, land_value: number | null, more: Row = {}) =>
        land_value === null ? [] : [{ property_id, base_date, land_value, district_code: district, ...more }];
      await put(db, 'property_value', [
        ...value('2022-07-01', one.v0),
        ...value('2023-07-01', one.v1, {
          factor_applied: one.factor,
          factor_component: one.factorOf,
          method: byHand ? 'H' : 'F',
        }),
        // Another year and another series say nothing of this change.
        ...value('2021-07-01', one.v0 && one.v0 * 3),
        ...value('2023-07-01', one.v1 && one.v1 * 3, { series: 'LG' }),
      ]);
    }
    await put(db, 'component_year', [
      { district_code: '002', component_code: 'AAB', base_date: '2023-07-01', factor: said['002-AAB'] },
    ]);
  });
  afterAll(async () => {
    await db?.close();
  });

  /** The same, property by property. */
  function computed(chosen: readonly Made[], tolerance: number) {
    const counted = chosen.filter(({ status, v0, v1 }) => status === 'A' && v0 !== null && v1 !== null);
    return [...new Set(counted.map(({ district, component }) => `${district}-${component}`))]
      .sort()
      .map((key) => {
        const own = counted.filter(({ district, component }) => `${district}-${component}` === key);
        const changes = own.map(({ v0, v1 }) => Number(v1) / Number(v0) - 1).sort((a, b) => a - b);
        const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
        const half = (changes.length - 1) / 2;
        const factor = (said[key] ?? factors[own[0]?.component ?? ''] ?? 1) - 1;
        return {
          key,
          properties: own.length,
          mean,
          median: (Number(changes[Math.floor(half)]) + Number(changes[Math.ceil(half)])) / 2,
          factor,
          least: changes[0] ?? 0,
          most: changes.at(-1) ?? 0,
          flag: Math.abs(mean - factor) > tolerance ? 'Yes' : null,
        };
      });
  }

  const asked = { year: 2022, zones: null, least_properties: null, tolerance: 0.05 };

  it.each<[string, Row, readonly string[] | undefined, (one: Made) => boolean]>([
    ['everywhere', {}, undefined, () => true],
    ['in one zone', { zones: ['RU2'] }, undefined, ({ zone }) => zone === 'RU2'],
    ['with a narrow tolerance', { tolerance: 0.0001 }, undefined, () => true],
    ['for who sees one district', {}, ['002'], ({ district }) => district === '002'],
  ])('is what a second calculation says %s', async (_, params, districts, fits) => {
    const rows = await db.report(
      'compavgchg',
      { ...asked, districts: districts ?? ['001', '002'], ...params },
      districts,
    );
    const expected = computed(made.filter(fits), Number(params.tolerance ?? asked.tolerance));
    const found = [...rows].sort((a, b) => String(a.key).localeCompare(String(b.key)));
    expect(found.map(({ key, properties, flag }) => ({ key, properties, flag }))).toEqual(
      expected.map(({ key, properties, flag }) => ({ key, properties, flag })),
    );
    for (const [i, one] of expected.entries()) {
      const row = found[i] ?? {};
      expect(Number(row.mean_change)).toBeCloseTo(one.mean, 10);
      expect(Number(row.median_change)).toBeCloseTo(one.median, 10);
      expect(Number(row.factor_change)).toBeCloseTo(one.factor, 10);
      expect(Number(row.difference)).toBeCloseTo(one.mean - one.factor, 10);
      expect(Number(row.min_change)).toBeCloseTo(one.least, 10);
      expect(Number(row.max_change)).toBeCloseTo(one.most, 10);
    }
  });

  it('leaves out components of fewer properties than asked for', async () => {
    const districts = ['001', '002'];
    const all = await db.report('compavgchg', { ...asked, districts });
    const counts = all.map(({ properties }) => Number(properties));
    const least = Math.max(...counts);
    const rows = await db.report('compavgchg', { ...asked, districts, least_properties: least });
    expect(rows.map(({ properties }) => Number(properties))).toEqual(
      counts.filter((count) => count >= least),
    );
  });
});
