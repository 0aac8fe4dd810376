import { type District, makeDistrict } from './land.ts';
import type { DemoRows, ValueRow } from './rows.ts';
import { type DistrictShape, districts } from './shape.ts';
import { type DemoSize, usualSize } from './size.ts';
import { makeTrades } from './trade.ts';

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
