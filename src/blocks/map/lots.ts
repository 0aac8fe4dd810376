// Lots as tiles bring them, and those that lie at a point.
import type { WorldPoint } from '#src/core/mercator.ts';
import { type Parcel, parcelsAt, parcelsOf, type TileAnswer } from './parcels.ts';

export interface Lot extends Parcel {
  /** PID of the property that it belongs to. */
  readonly property: number;
  /** `12/4/DP758003`. */
  readonly label: string;
  readonly stratum: boolean;
  readonly level: number | null;
}

export interface LotAnswer extends TileAnswer {
  readonly properties: readonly number[];
  readonly labels: readonly string[];
  readonly strata: readonly boolean[];
  readonly levels: readonly (number | null)[];
}

export function lotsOf(answer: LotAnswer): readonly Lot[] {
  return parcelsOf(answer).map((shape, i) => ({
    ...shape,
    property: answer.properties[i] ?? 0,
    label: answer.labels[i] ?? '',
    stratum: answer.strata[i] === true,
    level: answer.levels[i] ?? null,
  }));
}

/** Those at a point: the ground first, then strata from below to above. */
export function lotsAt(lots: Iterable<Lot>, at: WorldPoint): readonly Lot[] {
  return parcelsAt(lots, at).toSorted(
    (one, other) =>
      Number(one.stratum) - Number(other.stratum) ||
      (one.level ?? 0) - (other.level ?? 0) ||
      one.label.localeCompare(other.label, 'en-AU', { numeric: true }),
  );
}

/** `Stratum, level 2`; empty on the ground. */
export function stratumText({ stratum, level }: Pick<Lot, 'stratum' | 'level'>): string {
  return stratum ? ['Stratum', level === null ? '' : `level ${level}`].filter(Boolean).join(', ') : '';
}
