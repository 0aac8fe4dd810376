import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { seeded } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

const ratings = ['1-BENCHMRK', '2-COMMERCE', '9-UNNAMED', null] as const;
/** What the office calls the ratings; a code that it has no name for stays. */
const names: ReadonlyMap<string, string> = new Map([
  ['1-BENCHMRK', 'Benchmark'],
  ['2-COMMERCE', 'Commercial'],
]);

interface Made {
  readonly rating: string | null;
  readonly status: string;
  readonly zone: string;
  readonly component: string;
  readonly district: string;
  readonly v1: number | null;
  readonly verified: boolean;
}

describe('properties by risk', () => {
  let db: Reports;
  const made: Made[] = [];
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    const random = seeded(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    for (let i = 0; i < 120; i++) {
      const rural = random() < 0.3;
      const one: Made = {
        rating: pick(ratings),
        status: pick(['A', 'A', 'A', 'X', 'O']),
        zone: rural ? 'RU2' : 'R2',
        component: rural ? 'RAB' : 'AAB',
        district: pick(['001', '001', '002']),
        v1: random() < 0.8 ? 100_000 + Math.floor(random() * 900_000) : null,
        verified: random() < 0.3,
      };
      made.push(one);
      const property_id = 500 + i;
      await put(db, 'property', [
        property(property_id, {
          status: one.status,
          risk_rating: one.rating,
          zone_code: one.zone,
          component_code: one.component,
          district_code: one.district,
        }),
      ]);
      // A verification of the year before says nothing of the value under work.
      await put(db, 'property_value', [
        {
          property_id,
          base_date: '2022-07-01',
          land_value: 1,
          district_code: one.district,
          verified_on: '2022-09-01',
        },
      ]);
      if (one.v1 !== null)
        await put(db, 'property_value', [
          {
            property_id,
            base_date: '2023-07-01',
            land_value: one.v1,
            district_code: one.district,
            verified_on: one.verified ? '2023-10-01' : null,
          },
        ]);
    }
  });
  afterAll(async () => {
    await db?.close();
  });

  /** The same, counted row by row. */
  function counted(chosen: readonly Made[]): readonly Row[] {
    const active = chosen.filter(({ status }) => status === 'A');
    return [...new Set(active.map(({ rating }) => rating))]
      .map((rating) => {
        const own = active.filter((one) => one.rating === rating);
        const verified = own.filter((one) => one.v1 !== null && one.verified).length;
        return {
          rating: rating === null ? 'No rating' : (names.get(rating) ?? rating),
          n: own.length,
          share: own.length / active.length,
          total_v1: own.reduce((sum, { v1 }) => sum + (v1 ?? 0), 0),
          verified_n: verified,
          verified_share: verified / own.length,
        };
      })
      .sort((a, b) => a.rating.localeCompare(b.rating));
  }

  const shown = (rows: readonly Row[]) =>
    rows
      .map(({ rating, n, share, total_v1, verified_n, verified_share }) => ({
        rating: String(rating),
        n,
        share: Number(share),
        total_v1,
        verified_n,
        verified_share: Number(verified_share),
      }))
      .sort((a, b) => a.rating.localeCompare(b.rating));

  it.each<[string, Partial<typeof untouched>, readonly string[] | undefined, (one: Made) => boolean]>([
    ['everywhere', {}, undefined, () => true],
    ['in one zone', { zones: ['R2'] }, undefined, ({ zone }) => zone === 'R2'],
    ['in one component', { components: ['RAB'] }, undefined, ({ component }) => component === 'RAB'],
    ['for who sees one district', {}, ['002'], ({ district }) => district === '002'],
  ])('counts what a second calculation counts %s', async (_, params, districts, fits) => {
    const rows = await db.report('propsbyrisk', { ...untouched, ...params }, districts);
    const expected = counted(made.filter(fits));
    expect(expected.length).toBeGreaterThan(2);
    const found = shown(rows);
    expect(found.map(({ share, verified_share, ...exact }) => exact)).toEqual(
      expected.map(({ share, verified_share, ...exact }) => exact),
    );
    for (const [i, row] of found.entries()) {
      expect(row.share).toBeCloseTo(Number(expected[i]?.share), 12);
      expect(row.verified_share).toBeCloseTo(Number(expected[i]?.verified_share), 12);
    }
  });
});
