import { type Chapter, chaptersOf } from './chapters.ts';
import { type District, makeDistrict } from './land.ts';
import type { Lot } from './lot.ts';
import type { DemoRows, ValueRow } from './rows.ts';
import type { DistrictShape } from './shape.ts';
import type { DemoSize } from './size.ts';
import { type Ground, layOut } from './streets.ts';
import { makeSupps } from './supp.ts';
import { makeTrades } from './trade.ts';
import { valuesOf } from './values.ts';
import { benchmarkYearsOf, componentYearsOf, districtYearsOf } from './years.ts';

function makeDistricts(shapes: readonly DistrictShape[], today: string): readonly District[] {
  const suburbs = new Set<string>();
  return shapes.map((shape) => makeDistrict(shape, suburbs, today));
}

function inStreet(lot: Lot, street_name: string | undefined): Lot {
  return street_name === undefined ? lot : { ...lot, row: { ...lot.row, street_name } };
}

/** One chapter, the same every time on a day: properties of its districts, their values, sales and analyses. */
export function generateChapter({ size, shapes, salesBefore }: Chapter, today: string): DemoRows {
  const made = makeDistricts(shapes, today);
  const lots = made.flatMap((district) => district.lots);
  const { sales, analyses, streets } = makeTrades(lots, size, today, salesBefore);
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
  function* values(): Generator<ValueRow> {
    for (const lot of lots) yield* valuesOf(lot, analysisOf.get(lot.row.id));
  }
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
    values: { [Symbol.iterator]: values },
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

/** The whole demo, where it is of one chapter. */
export function generateDemo(size: DemoSize, today: string): DemoRows {
  const [chapter, ...others] = chaptersOf(size);
  if (!chapter || others.length > 0) throw new RangeError('A demo of several chapters is made one by one.');
  return generateChapter(chapter, today);
}
