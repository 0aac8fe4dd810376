// Analysed sales that ask for a look, small enough to count by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

/** An analysis of a sale of one property, with its future value. */
async function analysed(
  property_id: number,
  more: Row = {},
  of: { readonly property?: Row; readonly sale?: Row } = {},
) {
  await put(db, 'property', [property(property_id, of.property)]);
  await put(db, 'property_value', [
    { property_id, base_date: '2023-07-01', land_value: 400_000, district_code: '001' },
  ]);
  const [sale_id] = await put(db, 'sale', [
    sale(property_id, { contract_date: '2022-10-01', confirmed: true, ...of.sale }),
  ]);
  const [id] = await put(db, 'analysis', [
    {
      sale_id,
      property_id,
      district_code: '001',
      contract_date: '2022-10-01',
      purchase_price: 500_000,
      zone_code: 'R2',
      component_code: 'AAB',
      analysed_lv: 390_000,
      alv_lt: 385_000,
      alv_future: 410_000,
      suitability: 'IN',
      analysis_date: '2022-11-01',
      ...more,
    },
  ]);
  return id;
}

describe('lightly improved sales', () => {
  const ids = new Map<string, number | undefined>();
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    await putBaseYear(db, 2022);
    ids.set('a tenth', await analysed(1, { added_value: 50_000 }));
    ids.set('just the share', await analysed(2, { added_value: 100_000 }, { sale: { nature: 'V' } }));
    ids.set('a dollar more', await analysed(3, { added_value: 100_001 }));
    ids.set('nothing', await analysed(4, { added_value: 0 }));
    ids.set(
      'half of it',
      await analysed(6, { added_value: 60_000, purchase_price: 250_000, interest_pct: 50 }),
    );
    ids.set('too late', await analysed(7, { added_value: 50_000, contract_date: '2024-01-01' }));
  });
  afterAll(() => db?.close());

  const names = (rows: readonly Row[]) =>
    rows.map((row) => [...ids].find(([, id]) => id === Number(row.analysis_id))?.[0]).sort();

  it('have improvements of up to the share of the price, and of more than nothing', async () => {
    const rows = await db.report('lightlyimproved', untouched);
    expect(names(rows)).toEqual(['a tenth', 'just the share']);
    const vacant = rows.find((row) => Number(row.analysis_id) === ids.get('just the share'));
    expect({
      share: Number(vacant?.added_share),
      price: Number(vacant?.whole_price),
      ratio: Number(vacant?.ratio1),
      nature: vacant?.nature,
    }).toEqual({ share: 0.2, price: 500_000, ratio: 400_000 / 410_000, nature: 'V' });
    expect(Number(vacant?.months_to_base)).toBeCloseTo(273 / 30.4375, 10);
  });

  it('are held against the price of the whole, where parts are asked for', async () => {
    const rows = await db.report('lightlyimproved', { ...untouched, population: 'all' });
    expect(names(rows)).toEqual(['a tenth', 'half of it', 'just the share']);
    const half = rows.find((row) => Number(row.analysis_id) === ids.get('half of it'));
    expect([Number(half?.whole_price), Number(half?.added_share)]).toEqual([500_000, 0.12]);
  });

  it('follow the share that is asked for, and the option where none is', async () => {
    expect(names(await db.report('lightlyimproved', { ...untouched, most_share: 0.1 }))).toEqual(['a tenth']);
    await db.owner(`update setting set number = 5 where key = 'lightly.share'`);
    expect(await db.report('lightlyimproved', untouched)).toEqual([]);
  });
});

describe('analyses in another component or zone', () => {
  const ids = new Map<number | undefined, string>();
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    await putBaseYear(db, 2022);
    ids.set(await analysed(1), 'the same');
    ids.set(await analysed(2, { component_code: 'RAB', analysis_date: '2022-12-01' }), 'component');
    ids.set(await analysed(3, { zone_code: 'RU2' }), 'zone');
    ids.set(await analysed(4, { zone_code: 'B9' }), 'renamed');
    ids.set(await analysed(5, { zone_code: null, component_code: null }), 'left empty');
    ids.set(await analysed(6, { zone_code: 'RU2', component_code: 'RAB' }), 'both');
    ids.set(await analysed(7, {}, { sale: { zone_code: 'RU2', component_code: 'RAB' } }), 'the sale alone');
    ids.set(await analysed(8, {}, { property: { component_code: null } }), 'property without');
  });
  afterAll(() => db?.close());

  const told = (rows: readonly Row[]) =>
    Object.fromEntries(rows.map((row) => [ids.get(Number(row.analysis_id)) ?? '', row.differs]));

  it('are told apart: another component, another zone, a code that was renamed', async () => {
    expect(told(await db.report('anlycompsdiff', untouched))).toEqual({
      component: 'COMPONENT',
      zone: 'ZONE',
      renamed: 'OLDZONE',
      both: 'COMPONENT, ZONE',
      'property without': 'COMPONENT',
    });
  });

  it('leave renamed codes out where the reader says so', async () => {
    expect(told(await db.report('anlycompsdiff', { ...untouched, old_zones: false }))).not.toHaveProperty(
      'renamed',
    );
  });

  it('take a zone for renamed by the base date of the year', async () => {
    // E4 meant something else until November 2021 and nothing until April 2023.
    const id = await analysed(9, { zone_code: 'E4' });
    ids.set(id, 'between');
    expect(told(await db.report('anlycompsdiff', untouched)).between).toBe('ZONE');
    expect(told(await db.report('anlycompsdiff', { ...untouched, year: 2021 })).between).toBe('OLDZONE');
  });
});
