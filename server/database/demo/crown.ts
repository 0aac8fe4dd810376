// Crown Land of the demo: CLE properties with values and parcels, tenures in every state of a redetermination, LAMC
// valuations. Where each lies is taken from a property; everything else is drawn from numbers of its own.
import { addDays } from './dates.ts';
import { type Random, randomOf } from './random.ts';
import type { PropertyRow } from './rows.ts';
import type { DemoSize } from './size.ts';
import { usualSize } from './size.ts';
import { makeTenures, type TenureRows } from './tenure.ts';

type Row = { readonly [column: string]: string | number | boolean | null };

export interface CrownRows extends TenureRows {
  readonly properties: readonly Row[];
  readonly values: readonly Row[];
  readonly parcels: readonly Row[];
  readonly lamc: readonly Row[];
  readonly lamcParcels: readonly Row[];
}

const classes = [
  ['REC', 24, 'Reserve for public recreation', 60_000, 6],
  ['RUR', 18, 'Grazing reserve', 420_000, 0.9],
  ['RES', 14, 'Vacant Crown land', 900, 210],
  ['WAT', 12, 'Foreshore reserve', 12_000, 9],
  ['ROA', 12, 'Crown road', 8_000, 2.5],
  ['INF', 8, 'Depot and quarry reserve', 20_000, 12],
  ['COM', 6, 'Business site', 1_400, 320],
  ['IND', 6, 'Industrial site', 5_000, 140],
] as const;
const financial = ['Caravan park', 'Marina', 'Golf club', 'Telecommunications site'] as const;
const factors: readonly number[] = [1, 1.04, 1.03, 1.05];

/** Numbers count from 1; the loader moves them behind what the database holds. */
export function makeCrown(land: readonly PropertyRow[], size: DemoSize, today: string): CrownRows {
  const share = size.properties / usualSize.properties;
  const usable = land.filter(({ status, area }) => status === 'A' && area !== null);
  const many = (n: number) => Math.max(1, Math.round(n * share));
  const placeOf = (i: number, of: number): PropertyRow => {
    const place = usable[Math.floor((i * usable.length) / of)];
    if (!place) throw new RangeError('The demo has no property to lie beside.');
    return place;
  };
  const properties: Row[] = [];
  const values: Row[] = [];
  const parcels: Row[] = [];
  const total = many(150);
  for (let i = 0; i < total; i++) {
    const id = i + 1;
    const random = randomOf(510_000_000 + id);
    const { property, course } = propertyOf(id, placeOf(i, total), random, today);
    properties.push(property);
    values.push(...course);
    for (let n = random.int(1, 3); n > 0; n--)
      parcels.push(parcelOf(parcels.length + 1, property, course, random));
  }
  const lamcTotal = many(60);
  const lamc: Row[] = [];
  const lamcParcels: Row[] = [];
  for (let i = 0; i < lamcTotal; i++) {
    const place = placeOf(i, lamcTotal);
    const own = parcels.filter(({ district_code }) => district_code === place.district_code);
    const parcel = own[i % Math.max(1, own.length)];
    lamc.push(lamcOf(i + 1, place, randomOf(530_000_000 + i), today));
    if (parcel) lamcParcels.push({ lamc_valuation_id: i + 1, posn: 1, parcel_id: parcel.id ?? null });
  }
  const tenures = makeTenures(many(240), placeOf, today);
  return { properties, values, parcels, lamc, lamcParcels, ...tenures };
}

function propertyOf(id: number, row: PropertyRow, random: Random, today: string) {
  const isFinancial = id % 15 === 7;
  const [klass, , what, typical, level] = random.weighted(classes.map((one) => [one, one[1]] as const));
  const suburb = titled(row.suburb);
  const area = Math.round(typical * random.spread(0.6));
  const rate = Math.max(0.05, Math.round(level * random.spread(0.4) * 100) / 100);
  const rent = Math.round(random.int(18, 160)) * 1_000;
  const cap = random.int(50, 85) / 1_000;
  const course: Row[] = [2023, 2024, 2025, 2026].flatMap((year, n) => {
    const date = `${year}-07-01`;
    if (date > today) return [];
    const factor = factors.slice(1, n + 1).reduce((product, one) => product * one, 1);
    const ownCap = Math.round((cap / factor) * 1e6) / 1e6;
    return [
      {
        crown_property_id: id,
        base_date: date,
        land_value: isFinancial ? Math.round(rent / ownCap) : roundedValue(area * rate * factor),
        rate: isFinancial ? null : Math.round(rate * factor * 100) / 100,
        net_rent: isFinancial ? rent : null,
        cap_rate: isFinancial ? ownCap : null,
        method: n === 0 ? 'H' : isFinancial ? 'N' : id % 3 === 0 ? 'N' : 'F',
        factor: n === 0 ? null : (factors[n] ?? 1),
      },
    ];
  });
  const last = course.at(-1);
  const ownRate = Number(last?.rate ?? rate);
  const ownCap = Number(last?.cap_rate ?? cap);
  const property: Row = {
    id,
    district_code: row.district_code,
    name: isFinancial ? `${random.pick(financial)} at ${suburb}` : `${what}, ${suburb}`,
    suburb: row.suburb,
    component_code: row.component_code,
    valuation_class: isFinancial ? 'FIN' : klass,
    zone_code: row.zone_code,
    area: area > 20_000 ? Math.round(area / 100) * 100 : area,
    area_unit: area > 20_000 ? 'H' : 'M',
    rate: isFinancial ? null : ownRate,
    net_rent: isFinancial ? rent : null,
    cap_rate: isFinancial ? ownCap : null,
    worked_value: isFinancial
      ? Math.round(rent / ownCap)
      : Math.round((area > 20_000 ? Math.round(area / 100) * 100 : area) * ownRate),
    tranche_year: 2025 + (Number(row.district_code) % 3),
  };
  return { property, course };
}

function parcelOf(id: number, property: Row, course: readonly Row[], random: Random): Row {
  const area = Number(property.area ?? 0);
  // A few lie in no property, a few have no area: what exceptions look for.
  const own = id % 23 !== 0;
  return {
    id,
    district_code: property.district_code ?? null,
    cadid: String(190_000_000 + id * 7),
    lot: String(random.int(1, 7_300)),
    section: random.chance(0.15) ? String(random.int(1, 40)) : null,
    plan_type: 'DP',
    plan: String(random.int(720_000, 1_290_000)),
    suburb: property.suburb ?? null,
    zone_code: property.zone_code ?? null,
    valuation_class: property.valuation_class ?? null,
    area: id % 37 === 0 ? null : Math.max(1, Math.round(area / random.int(2, 4))),
    area_unit: property.area_unit ?? 'M',
    land_value:
      id % 41 === 0 ? null : roundedValue(Number(course.at(-1)?.land_value ?? 0) / random.int(2, 4)),
    crown_property_id: own ? (property.id ?? null) : null,
  };
}

const statuses = ['FINAL', 'DRAFT', 'INSPECTED', 'REQUESTED'] as const;
const purposes = ['SALE', 'LEASE', 'ACQUISITION', 'RENT', 'OTHER'] as const;
const methods = ['COMPARISON', 'CAPITALISATION', 'HYPOTHETICAL', 'RATE'] as const;

function lamcOf(id: number, place: PropertyRow, random: Random, today: string): Row {
  const status = statuses[id % 4] ?? 'REQUESTED';
  const requested = addDays(today, -random.int(status === 'FINAL' ? 120 : 20, status === 'FINAL' ? 320 : 70));
  const inspected = status === 'REQUESTED' ? null : addDays(requested, random.int(5, 18));
  const completed = status === 'FINAL' ? addDays(requested, random.int(25, 60)) : null;
  // Every ninth is late.
  const due = id % 9 === 3 && status !== 'FINAL' ? addDays(today, -5) : addDays(requested, 75);
  const valued = status === 'FINAL' || status === 'DRAFT';
  return {
    id,
    district_code: place.district_code,
    asset_name: `${random.pick(['Former depot', 'Vacant lot', 'Showground part', 'Boat ramp', 'Quarry'])}, ${titled(place.suburb)}`,
    suburb: place.suburb,
    purpose: random.pick(purposes),
    value_date: valued ? requested : null,
    method: valued ? random.pick(methods) : null,
    assessed_value: valued ? random.int(60, 900) * 1_000 : null,
    valuer: id % 5 === 0 ? null : id % 2,
    requested_on: requested,
    due_on: due,
    inspected_on: inspected !== null && inspected > today ? today : inspected,
    completed_on: completed,
    status,
  };
}

const roundedValue = (value: number) =>
  value < 10_000 ? Math.round(value / 100) * 100 : Math.round(value / 1_000) * 1_000;

const titled = (text: string) => text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
