import { type District, makeDistrict } from './land.ts';
import type { DemoRows, ValueRow } from './rows.ts';
import { type DistrictShape, districts } from './shape.ts';
import { makeTrades } from './trade.ts';

/** How much of everything there is. */
export interface DemoSize {
  readonly properties: number;
  readonly sales: number;
  readonly analyses: number;
  /** From when sales are analysed: an office with many analyses looks further back. */
  readonly analysedSince: string;
}

export const usualSize: DemoSize = {
  properties: 20_000,
  sales: 12_000,
  analyses: 2_500,
  analysedSince: '2024-07-01',
};

/** Beyond this the numbers of one district would reach into the next one's. */
export const mostProperties = 500_000;

/** An office for measuring: of 200,000 properties 60,000 were sold and 40,000 of these sales analysed. */
export function sizeOf(properties: number): DemoSize {
  const tenth = Math.round(properties / 10);
  return { properties, sales: 3 * tenth, analyses: 2 * tenth, analysedSince: '2021-07-01' };
}

/** The shapes of the districts at a size: so many properties in all, and suburbs that grow half as fast. */
function shapesOf({ properties }: DemoSize): readonly DistrictShape[] {
  if (properties === usualSize.properties) return districts;
  const factor = properties / usualSize.properties;
  let left = properties;
  return districts.map((shape, n) => {
    const own = n === districts.length - 1 ? left : Math.round(shape.properties * factor);
    left -= own;
    return { ...shape, properties: own, suburbs: Math.ceil(shape.suburbs * Math.max(1, factor / 2)) };
  });
}

function* madeDistricts(shapes: readonly DistrictShape[]): Generator<District> {
  const suburbs = new Set<string>();
  for (const shape of shapes) yield makeDistrict(shape, suburbs);
}

/** Twelve a property: made a second time, district by district, rather than held beside everything else. */
function* valuesOf(shapes: readonly DistrictShape[]): Generator<ValueRow> {
  for (const { values } of madeDistricts(shapes)) yield* values;
}

/** The whole demo, the same every time: properties of six districts, their values, sales and analyses. */
export function generateDemo(size: DemoSize = usualSize): DemoRows {
  const shapes = shapesOf(size);
  const small = size.properties <= usualSize.properties;
  const made = Array.from(madeDistricts(shapes), (one) => (small ? one : { ...one, values: [] }));
  const lots = made.flatMap((district) => district.lots);
  const { sales, analyses } = makeTrades(lots, size);
  const analysed = new Set(analyses.filter((one) => one.exported).map((one) => one.property_id));
  return {
    components: made.flatMap((district) => district.places.map((place) => place.row)),
    properties: lots.map(({ row }) => (analysed.has(row.id) ? { ...row, risk_rating: '1-ANLYSALE' } : row)),
    lots: made.flatMap((district) => district.legal),
    values: small
      ? made.flatMap((district) => district.values)
      : { [Symbol.iterator]: () => valuesOf(shapes) },
    sales,
    analyses,
  };
}
