import { type District, makeDistrict } from './land.ts';
import type { Lot } from './lot.ts';
import type { AnalysisRow, DemoRows, ValueRow } from './rows.ts';
import { type DistrictShape, districts } from './shape.ts';
import { type DemoSize, usualSize } from './size.ts';
import { type Ground, layOut } from './streets.ts';
import { makeSupps } from './supp.ts';
import { makeTrades } from './trade.ts';
import { benchmarkYearsOf, componentYearsOf, districtYearsOf } from './years.ts';

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

function* madeDistricts(shapes: readonly DistrictShape[], today: string): Generator<District> {
  const suburbs = new Set<string>();
  for (const shape of shapes) yield makeDistrict(shape, suburbs, today);
}

/** Twelve a property: made a second time, district by district, rather than held beside everything else. */
function* valuesOf(shapes: readonly DistrictShape[], today: string): Generator<ValueRow> {
  for (const { values } of madeDistricts(shapes, today)) yield* values;
}

/** An analysed sale was inspected, which verifies the value of the base date before; an exported one is rated by it. */
function* inspected(
  values: Iterable<ValueRow>,
  analyses: ReadonlyMap<number, AnalysisRow>,
): Generator<ValueRow> {
  for (const value of values) {
    const one = value.series === 'LT' ? analyses.get(value.property_id) : undefined;
    const year = Number(value.base_date.slice(0, 4));
    const within = one && one.inspection_date >= value.base_date && one.inspection_date < `${year + 1}-07-01`;
    yield within
      ? {
          ...value,
          risk_rating: one.exported ? '1-ANLYSALE' : value.risk_rating,
          verification_type: 'INSPECTD',
          verified_on: one.inspection_date,
          verified_by: one.valuer,
        }
      : value;
  }
}

function inStreet(lot: Lot, street_name: string | undefined): Lot {
  return street_name === undefined ? lot : { ...lot, row: { ...lot.row, street_name } };
}

/** The whole demo, the same every time on a day: properties of six districts, their values, sales and analyses. */
export function generateDemo(size: DemoSize, today: string): DemoRows {
  const shapes = shapesOf(size);
  const small = size.properties <= usualSize.properties;
  const made = Array.from(madeDistricts(shapes, today), (one) => (small ? one : { ...one, values: [] }));
  const lots = made.flatMap((district) => district.lots);
  const { sales, analyses, streets } = makeTrades(lots, size, today);
  const supps = makeSupps(lots, today);
  const ground: Ground[] = [];
  // Where it lies is told by its street, and that by what it was sold with.
  const laid = made.map((district) =>
    layOut(
      district.lots.map((lot) => inStreet(lot, streets.get(lot))),
      district.suburbs,
      ground,
    ),
  );
  const analysed = new Set(analyses.filter((one) => one.exported).map((one) => one.property_id));
  const analysisOf = new Map(analyses.map((one) => [one.property_id, one]));
  const values = () => (small ? made.flatMap((district) => district.values) : valuesOf(shapes, today));
  return {
    components: made.flatMap((district) => district.places.map((place) => place.row)),
    properties: laid
      .flatMap((district) => district.lots)
      .map(({ row }) => {
        return analysed.has(row.id)
          ? { ...row, risk_rating: '1-ANLYSALE' }
          : row.id === supps.withoutLot
            ? { ...row, legal_description: null }
            : row;
      }),
    lots: made.flatMap((district) => district.legal.filter((row) => row.property_id !== supps.withoutLot)),
    parcels: laid.flatMap(({ parcels }) => parcels),
    values: { [Symbol.iterator]: () => inspected(values(), analysisOf) },
    sales,
    analyses,
    supps: supps.supps,
    suppValues: supps.values,
    suppProperties: supps.related,
    districtYears: shapes.flatMap((shape) => districtYearsOf(shape.code, today)),
    componentYears: made.flatMap(({ places, lots: own }) => componentYearsOf(places, own, today)),
    benchmarkYears: lots.flatMap(benchmarkYearsOf),
  };
}
