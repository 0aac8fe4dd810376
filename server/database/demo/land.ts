import type { Lot } from './lot.ts';
import { propertyName, streetNames, suburbNames } from './names.ts';
import { baseYears, factorOf, makePlaces, marketOn, type Place } from './place.ts';
import { type Random, randomOf } from './random.ts';
import { reliefOf, riskOf } from './relief.ts';
import { factored, roundValue } from './round-value.ts';
import type { LotRow, PropertyRow } from './rows.ts';
import type { DistrictShape, LandClass } from './shape.ts';
import type { SuburbPlace } from './streets.ts';
import { verificationsOf } from './values.ts';

export interface District {
  readonly places: readonly Place[];
  readonly lots: readonly Lot[];
  readonly legal: readonly LotRow[];
  readonly suburbs: readonly SuburbPlace[];
}

export function makeDistrict(shape: DistrictShape, takenSuburbs: Set<string>, today: string): District {
  const random = randomOf(7_000 + Number(shape.code));
  const places = makePlaces(shape, random, today);
  const suburbs = suburbNames(random, shape.suburbs, takenSuburbs).map((name) => ({
    name,
    postcode: String(Number(shape.postcode) + random.int(0, 6)),
    streets: streetNames(random, 24),
    lat: shape.lat + random.normal() * 0.09,
    lon: shape.lon + random.normal() * 0.09,
  }));
  const homes = new Map(places.map((place) => [place, [random.pick(suburbs), random.pick(suburbs)]]));
  const roads = roadsOf(homes);
  const shares = places.map((place) => {
    const zone = shape.zones.find(([code]) => code === place.row.zone_code);
    return [place, zone ? zone[1] / zone[2] : 1] as const;
  });
  const benchmarks = new Map<Place, number>();
  const lots: Lot[] = [];
  const legal: LotRow[] = [];
  let id = 9_000_000_000 + Number(shape.code) * 1_000_000;
  for (let count = 0; count < shape.properties; count++) {
    // Every component has its benchmark before chance has its way.
    const place = places[count] ?? random.weighted(shares);
    id += random.int(1, 9);
    const chosen = benchmarks.get(place) ?? 0;
    const suburb = random.pick(homes.get(place) ?? suburbs);
    const lot = makeLot(shape, place, suburb, roads.get(place)?.get(suburb) ?? [], id, chosen, random);
    if (lot.row.benchmark_type !== null) benchmarks.set(place, chosen + 1);
    lots.push({ ...lot, verified: verificationsOf(lot, random, today) });
    legal.push(legalOf(lot.row));
  }
  return { places, suburbs, lots, legal };
}

interface Suburb {
  readonly name: string;
  readonly postcode: string;
  readonly streets: readonly string[];
  readonly lat: number;
  readonly lon: number;
}

/** A component lies on three to five streets of a suburb, next to the streets of the one before. */
function roadsOf(
  homes: ReadonlyMap<Place, readonly Suburb[]>,
): ReadonlyMap<Place, ReadonlyMap<Suburb, readonly string[]>> {
  const next = new Map<Suburb, number>();
  let serial = 0;
  const roads = new Map<Place, Map<Suburb, readonly string[]>>();
  for (const [place, suburbs] of homes) {
    const own = new Map<Suburb, readonly string[]>();
    for (const suburb of new Set(suburbs)) {
      const first = next.get(suburb) ?? 0;
      const count = 3 + (serial++ % 3);
      next.set(suburb, first + count);
      const { streets } = suburb;
      own.set(
        suburb,
        Array.from({ length: count }, (_, at) => streets[(first + at) % streets.length] ?? ''),
      );
    }
    roads.set(place, own);
  }
  return roads;
}

function makeLot(
  shape: DistrictShape,
  place: Place,
  suburb: Suburb,
  roads: readonly string[],
  id: number,
  chosen: number,
  random: Random,
): Omit<Lot, 'verified'> {
  const { land, shape: kind } = place;
  // The first of a component becomes its primary benchmark, so it is an ordinary lot.
  const first = chosen === 0;
  const strata = random.chance(land === 'residential' && !first ? 0.08 : 0);
  const raw = kind.area * random.spread(kind.areaSpread);
  const hectares = raw >= 20_000;
  const area = hectares ? Math.round(raw / 10) * 10 : Math.round(raw * 10) / 10;
  const truth = place.level * (raw / kind.area) ** kind.elasticity * random.spread(0.1) * (strata ? 0.45 : 1);
  const frontage = hectares || strata ? null : Math.round(Math.sqrt(area) * random.spread(0.2) * 10) / 10;
  const depth = frontage === null ? null : Math.round((area / frontage) * 10) / 10;
  const number =
    land === 'rural' && random.chance(0.3) ? null : random.int(1, land === 'rural' ? 1_800 : 180);
  const suffix = number !== null && random.chance(0.04) ? random.pick(['A', 'B']) : null;
  const plan = random.int(200_000, 1_290_000);
  const lotNumber = strata ? random.int(1, 24) : random.int(1, 90);
  const status = first ? 'A' : random.chance(0.003) ? 'O' : random.chance(0.008) ? 'X' : 'A';
  const benchmark = strata || status !== 'A' ? null : (['P', 'R', 'R', 'S'][chosen] ?? null);
  const handcrafted = benchmark !== null || random.chance(0.025);
  const relief = reliefOf(id, land, strata, benchmark !== null);
  const values = status === 'O' ? [] : valueCourse({ place, truth, relief, handcrafted, benchmark }, random);
  const vacant = random.chance(kind.vacant * 0.5);
  const name = random.chance(land === 'residential' ? 0.01 : 0.2) ? propertyName(random) : null;
  const block = random.pick(suburb.streets);
  return {
    place,
    truth,
    block,
    houseNumber: number === null ? null : `${number}${suffix ?? ''}`,
    relief,
    values,
    row: {
      id,
      district_code: shape.code,
      status,
      property_type: strata ? 'STRATA' : 'NORMAL',
      prop_name: name,
      unit_number: strata ? String(lotNumber) : null,
      hnum1: number,
      hnum1_suffix: suffix,
      street_name: roads[suburb.streets.indexOf(block) % roads.length] ?? block,
      suburb: suburb.name,
      postcode: suburb.postcode,
      legal_description: strata ? `${lotNumber}/SP${plan}` : `${lotNumber}/${plan}`,
      area: strata ? null : area,
      area_unit: hectares ? 'H' : 'M',
      dimensions: frontage === null || depth === null ? null : `${frontage} X ${depth}`,
      frontage,
      depth,
      zone_code: place.row.zone_code,
      component_code: place.row.code,
      benchmark_type: benchmark,
      benchmark_property_type: kind.benchmarkType,
      subcategory: strata ? 'MD' : kind.subcategory,
      land_use: strata ? '4' : vacant ? '1' : landUse(land),
      strata_plan: strata ? `SP${plan}` : null,
      strata_lot: strata ? String(lotNumber) : null,
      risk_rating: riskOf(benchmark, relief, 2026, kind.riskRating),
      handcrafted,
      heritage: relief.kind === 'heritage_value',
      // Until it is laid along its street. Chance was asked here before there were streets, and what it says after this hangs on it.
      lat: suburb.lat + random.normal() * 0.008,
      lon: suburb.lon + random.normal() * 0.008,
    },
  };
}

function landUse(land: LandClass): string {
  const uses: Readonly<Record<LandClass, string>> = {
    residential: '2',
    large: '10',
    rural: '7',
    business: '5',
    industrial: '6',
  };
  return uses[land];
}

interface Valued extends Pick<Lot, 'place' | 'truth' | 'relief'> {
  readonly handcrafted: boolean;
  readonly benchmark: string | null;
}

/** The primary benchmark gives the factor under work, the others are valued by hand near it. */
function valueCourse(
  { place, truth, relief, handcrafted, benchmark }: Valued,
  random: Random,
): readonly number[] {
  const values: number[] = [];
  let value = roundValue(truth * place.bias * random.spread(place.scatter));
  for (const year of baseYears) {
    if (year > baseYears[0]) value = factored(value, factorOf(place, year));
    if (year === 2026 && handcrafted) {
      const byHand = random.spread(0.03);
      if (benchmark === null) value = roundValue(truth * marketOn(place, '2026-07-01') * place.bias * byHand);
      else if (benchmark !== 'P') value = roundValue(value * byHand);
    }
    const cut = relief.objected.get(year);
    if (cut !== undefined) value = roundValue(value * (1 - cut));
    values.push(value);
  }
  return values;
}

function legalOf(row: PropertyRow): LotRow {
  const [lot, plan] = (row.legal_description ?? '').split('/');
  return {
    property_id: row.id,
    lot: lot ?? '',
    plan_type: row.strata_plan === null ? 'DP' : 'SP',
    plan: (plan ?? '').replace('SP', ''),
  };
}
