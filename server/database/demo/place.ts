import { knownBy, yearsOf } from './dates.ts';
import type { Random } from './random.ts';
import type { ComponentRow } from './rows.ts';
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

export const baseYears = [2021, 2022, 2023, 2024, 2025, 2026] as const;

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

export function makePlaces(shape: DistrictShape, random: Random, today: string): readonly Place[] {
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
          reviewed_on: knownBy(
            `2026-${random.pick(['08', '09', '10'])}-${String(random.int(1, 28)).padStart(2, '0')}`,
            today,
          ),
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

/**
 * Factors under work that do not follow the market, by district and component: one left at last year's value, one far
 * above what was paid, and those of a type of land that goes back.
 */
const besideMarket: Readonly<Record<string, number>> = {
  '005 ABH': 1,
  '005 ABC': 1.28,
  '007 IAA': 0.968,
  '007 IAB': 0.971,
};

/** The component's factor from one base date to the next, three decimals. */
export function factorOf(place: Place, year: number): number {
  return place.factors[year - baseYears[0]] ?? 1;
}

function factorsOf(place: Omit<Place, 'factors'>): readonly number[] {
  const planted = besideMarket[`${place.row.district_code} ${place.row.code}`];
  return baseYears.map((year) =>
    year === 2026 && planted !== undefined
      ? planted
      : Math.round((1_000 * marketOn(place, `${year}-07-01`)) / marketOn(place, `${year - 1}-07-01`)) / 1_000,
  );
}
