import { yearsOf } from './dates.ts';
import { propertyName, streetNames, suburbNames } from './names.ts';
import { type Random, randomOf } from './random.ts';
import type { ComponentRow, LotRow, PropertyRow, ValueRow } from './rows.ts';
import { type ClassShape, classes, classOf, type DistrictShape, type LandClass } from './shape.ts';

/** A component and what its land is worth. */
export interface Place {
  readonly row: ComponentRow;
  readonly land: LandClass;
  readonly shape: ClassShape;
  /** Land value of the typical lot on 1 July 2021. */
  readonly level: number;
  /** Its own yearly departure from the class's market. */
  readonly drift: number;
  /** What a value is of the market on the whole, and how far single values stray from that. */
  readonly bias: number;
  readonly scatter: number;
  /** Of the six base years, from the year before each. */
  readonly factors: readonly number[];
}

/** A property and the truth that its values and sales are drawn from. */
export interface Lot {
  readonly row: PropertyRow;
  readonly place: Place;
  /** What the market would pay for the land on 1 July 2021. */
  readonly truth: number;
  readonly houseNumber: string | null;
  /** Land value by base year, 2021 to 2026; empty for a property outside the contract. */
  readonly values: readonly number[];
}

export const baseYears = [2021, 2022, 2023, 2024, 2025, 2026] as const;
const generalValuationYears: ReadonlySet<number> = new Set([2022, 2025]);

/** Rounding of land values by size: 10, 100, 1,000, 10,000, 100,000. */
export function roundValue(value: number): number {
  const step = value < 1e4 ? 10 : value < 1e5 ? 100 : value < 1e6 ? 1_000 : value < 1e7 ? 10_000 : 100_000;
  return Math.max(step, Math.round(value / step) * step);
}

/** The market of a component on a date against 1 July 2021. */
export function marketOn(place: Pick<Place, 'shape' | 'drift'>, date: string): number {
  const years = yearsOf(date);
  const course = place.shape.course;
  const at = Math.min(Math.max(years, 0), course.length - 1.001);
  const low = course[Math.floor(at)] ?? 1;
  const high = course[Math.floor(at) + 1] ?? low;
  return (low + (high - low) * (at - Math.floor(at))) * (1 + place.drift) ** (years - 1);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface District {
  readonly places: readonly Place[];
  readonly lots: readonly Lot[];
  readonly legal: readonly LotRow[];
  readonly values: readonly ValueRow[];
}

export function makeDistrict(shape: DistrictShape, takenSuburbs: Set<string>): District {
  const random = randomOf(7_000 + Number(shape.code));
  const places = makePlaces(shape, random);
  const suburbs = suburbNames(random, shape.suburbs, takenSuburbs).map((name) => ({
    name,
    postcode: String(Number(shape.postcode) + random.int(0, 6)),
    streets: streetNames(random, 24),
    lat: shape.lat + random.normal() * 0.09,
    lon: shape.lon + random.normal() * 0.09,
  }));
  const homes = new Map(places.map((place) => [place, [random.pick(suburbs), random.pick(suburbs)]]));
  const shares = places.map((place) => {
    const zone = shape.zones.find(([code]) => code === place.row.zone_code);
    return [place, zone ? zone[1] / zone[2] : 1] as const;
  });
  const benchmarks = new Map<Place, number>();
  const lots: Lot[] = [];
  const legal: LotRow[] = [];
  const values: ValueRow[] = [];
  let id = 9_000_000_000 + Number(shape.code) * 1_000_000;
  for (let count = 0; count < shape.properties; count++) {
    // Every component has its benchmark before chance has its way.
    const place = places[count] ?? random.weighted(shares);
    id += random.int(1, 9);
    const chosen = benchmarks.get(place) ?? 0;
    const suburb = random.pick(homes.get(place) ?? suburbs);
    const lot = makeLot(shape, place, suburb, id, chosen, random);
    if (lot.row.benchmark_type !== null) benchmarks.set(place, chosen + 1);
    lots.push(lot);
    legal.push(legalOf(lot.row));
    for (const value of valuesOf(lot, random)) values.push(value);
  }
  return { places, lots, legal, values };
}

function makePlaces(shape: DistrictShape, random: Random): readonly Place[] {
  const used = new Map<string, number>();
  return shape.zones.flatMap(([zone, , count]) =>
    Array.from({ length: count }, (_, index): Place => {
      const land = classOf(zone);
      const kind = classes[land];
      const serial = used.get(land) ?? 0;
      used.set(land, serial + 1);
      const code = `${kind.letters[Math.floor(serial / 26)] ?? 'Z'}${letters[serial % 26] ?? 'Z'}`;
      const loose = shape.loose.includes(zone);
      const place = {
        row: {
          district_code: shape.code,
          code,
          zone_code: zone,
          description: `${zone} ${land} ${index + 1}`,
          property_type: kind.benchmarkType,
          valuer: random.int(0, 1),
          reviewed_on: `2026-${random.pick(['08', '09', '10'])}-${String(random.int(1, 28)).padStart(2, '0')}`,
          non_homogeneous: loose || random.chance(0.05),
        },
        land,
        shape: kind,
        level: shape.price * 0.43 * kind.level * random.spread(0.18),
        drift: random.normal() * 0.012,
        bias: 0.945 * random.spread(0.012),
        scatter: loose ? 0.26 : land === 'residential' ? 0.065 : 0.1,
      };
      return { ...place, factors: factorsOf(place) };
    }),
  );
}

interface Suburb {
  readonly name: string;
  readonly postcode: string;
  readonly streets: readonly string[];
  readonly lat: number;
  readonly lon: number;
}

function makeLot(
  shape: DistrictShape,
  place: Place,
  suburb: Suburb,
  id: number,
  chosen: number,
  random: Random,
): Lot {
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
  const values = status === 'O' ? [] : valueCourse(place, truth, handcrafted, random);
  const vacant = random.chance(kind.vacant * 0.5);
  return {
    place,
    truth,
    houseNumber: number === null ? null : `${number}${suffix ?? ''}`,
    values,
    row: {
      id,
      district_code: shape.code,
      status,
      property_type: strata ? 'STRATA' : 'NORMAL',
      prop_name: random.chance(land === 'residential' ? 0.01 : 0.2) ? propertyName(random) : null,
      unit_number: strata ? String(lotNumber) : null,
      hnum1: number,
      hnum1_suffix: suffix,
      street_name: random.pick(suburb.streets),
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
      risk_rating: benchmark === 'P' || benchmark === 'R' ? '1-BENCHMRK' : kind.riskRating,
      handcrafted,
      lat: Math.round((suburb.lat + random.normal() * 0.008) * 1e6) / 1e6,
      lon: Math.round((suburb.lon + random.normal() * 0.008) * 1e6) / 1e6,
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

/** The component's factor from one base date to the next, three decimals. */
function factorOf(place: Place, year: number): number {
  return place.factors[year - baseYears[0]] ?? 1;
}

function factorsOf(place: Omit<Place, 'factors'>): readonly number[] {
  return baseYears.map(
    (year) =>
      Math.round((1_000 * marketOn(place, `${year}-07-01`)) / marketOn(place, `${year - 1}-07-01`)) / 1_000,
  );
}

function valueCourse(place: Place, truth: number, handcrafted: boolean, random: Random): readonly number[] {
  const values: number[] = [];
  let value = roundValue(truth * place.bias * random.spread(place.scatter));
  for (const year of baseYears) {
    if (year > baseYears[0]) value = roundValue(value * factorOf(place, year));
    if (year === 2026 && handcrafted)
      value = roundValue(truth * marketOn(place, '2026-07-01') * place.bias * random.spread(0.03));
    values.push(value);
  }
  return values;
}

function legalOf(row: PropertyRow): LotRow {
  const [lot, plan] = row.legal_description.split('/');
  return {
    property_id: row.id,
    district_code: row.district_code,
    lot: lot ?? '',
    plan_type: row.strata_plan === null ? 'DP' : 'SP',
    plan: (plan ?? '').replace('SP', ''),
  };
}

function* valuesOf(lot: Lot, random: Random): Generator<ValueRow> {
  let general = 0;
  for (const [index, land_value] of lot.values.entries()) {
    const year = baseYears[index] ?? 2021;
    if (index === 0 || generalValuationYears.has(year)) general = land_value;
    const byHand = year === 2026 && lot.row.handcrafted;
    const verified = byHand || random.chance(0.08);
    const shared = {
      property_id: lot.row.id,
      district_code: lot.row.district_code,
      base_date: `${year}-07-01`,
      authority_code: '14A',
      basis_code: '6A(1)',
      handcrafted: byHand,
      risk_rating: lot.row.risk_rating,
    };
    yield {
      ...shared,
      series: 'LT',
      land_value,
      method: index === 0 ? 'I' : byHand ? 'H' : 'F',
      factor_applied: index === 0 || byHand ? null : factorOf(lot.place, year),
      factor_component: index === 0 || byHand ? null : lot.row.component_code,
      verification_type: verified ? random.pick(['INSPECTD', 'KERBSIDE', 'DESKTOP']) : null,
      verified_on: verified ? `${year}-${random.pick(['08', '09', '10'])}-${random.int(10, 28)}` : null,
    };
    yield {
      ...shared,
      series: 'LG',
      land_value: general,
      method: 'F',
      factor_applied: null,
      factor_component: null,
      verification_type: null,
      verified_on: null,
    };
  }
}
