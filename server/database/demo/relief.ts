import { type Random, randomOf } from './random.ts';
import { roundValue } from './round-value.ts';
import type { ReliefColumns } from './rows.ts';
import type { LandClass } from './shape.ts';

const noRelief: ReliefColumns = {
  onsite_allowance: null,
  offsite_allowance: null,
  subdivider_allowance: null,
  stratum_allowance: null,
  heritage_value: null,
  muaf_pct: null,
  mdaf_pct: null,
  unutilised_value: null,
  attributable_part: null,
};

type Kind = keyof ReliefColumns;

/** What of a thousand properties of a class have each kind. */
const likely: Readonly<Record<LandClass | 'strata', readonly (readonly [Kind, number])[]>> = {
  residential: [
    ['onsite_allowance', 4],
    ['offsite_allowance', 3],
    ['subdivider_allowance', 6],
    ['heritage_value', 3],
    ['attributable_part', 3],
  ],
  large: [
    ['onsite_allowance', 8],
    ['offsite_allowance', 4],
    ['subdivider_allowance', 4],
    ['unutilised_value', 8],
  ],
  rural: [
    ['unutilised_value', 8],
    ['heritage_value', 4],
  ],
  business: [
    ['muaf_pct', 40],
    ['mdaf_pct', 40],
    ['heritage_value', 25],
    ['attributable_part', 20],
  ],
  industrial: [
    ['onsite_allowance', 15],
    ['attributable_part', 15],
  ],
  strata: [['stratum_allowance', 40]],
};

/** Deductions and concessions of a property and what was objected to, over the base years. */
export interface Relief {
  readonly kind: Kind | null;
  /** Listed under a planning instrument: valued by another section of the Act instead of given a second value. */
  readonly planningHeritage: boolean;
  /** Part of the land value, or the apportionment in per cent. */
  readonly share: number;
  readonly from: number;
  readonly until: number;
  /** Base years whose value was lowered on objection, and by which part. */
  readonly objected: ReadonlyMap<number, number>;
}

const noObjection: ReadonlyMap<number, number> = new Map();

/** Of its own numbers, so that what is drawn here moves nothing else of a property. */
export function reliefOf(id: number, land: LandClass, strata: boolean, benchmark: boolean): Relief {
  const random = randomOf(id * 31 + 7);
  const kind = benchmark ? null : kindOf(likely[strata ? 'strata' : land], random);
  const ends = kind === 'subdivider_allowance';
  const from = 2021 + (random.chance(0.6) ? 0 : random.int(1, 4));
  return {
    kind,
    planningHeritage: kind === 'heritage_value' && random.chance(0.4),
    share: shareOf(kind, random),
    from,
    until: ends ? from + random.int(0, 2) : random.chance(0.15) ? random.int(from, 2025) : 2026,
    objected: benchmark ? noObjection : objections(random),
  };
}

function kindOf(kinds: readonly (readonly [Kind, number])[], random: Random): Kind | null {
  let at = random.next() * 1_000;
  for (const [kind, weight] of kinds) {
    at -= weight;
    if (at < 0) return kind;
  }
  return null;
}

function shareOf(kind: Kind | null, random: Random): number {
  if (kind === 'muaf_pct' || kind === 'mdaf_pct') return random.int(15, 85);
  if (kind === 'heritage_value') return 0.6 + random.next() * 0.25;
  return 0.03 + random.next() * 0.12;
}

/** Notices of the newest base year go out in the new year, so it has no objection yet. */
function objections(random: Random): ReadonlyMap<number, number> {
  if (!random.chance(0.016)) return noObjection;
  return new Map([[random.int(2022, 2025), 0.04 + random.next() * 0.14]]);
}

export function isIn(relief: Relief, year: number): boolean {
  return relief.kind !== null && year >= relief.from && year <= relief.until;
}

function isAllowance(relief: Relief, year: number): boolean {
  return isIn(relief, year) && relief.kind?.endsWith('_allowance') === true;
}

/** What a value of a base year carries, rounded as values are. */
export function reliefColumns(relief: Relief, year: number, value: number): ReliefColumns {
  if (relief.kind === null || !isIn(relief, year) || relief.planningHeritage) return noRelief;
  const percent = relief.kind === 'muaf_pct' || relief.kind === 'mdaf_pct';
  return { ...noRelief, [relief.kind]: percent ? relief.share : roundValue(value * relief.share) };
}

/** Who objected needs care the year after. */
export function riskOf(benchmark: string | null, relief: Relief, year: number, usual: string): string {
  if (benchmark === 'P' || benchmark === 'R') return '1-BENCHMRK';
  if (relief.objected.has(year - 1)) return '1-OBJECT';
  return isAllowance(relief, year) ? '2-ALLOWNCE' : usual;
}
