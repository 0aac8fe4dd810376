import { dateOf, dayOf } from './dates.ts';
import type { Lot } from './lot.ts';
import { randomOf } from './random.ts';

/** What stands on a lot, the same whenever it is sold. */
export interface Standing {
  /** Value of the improvements against that of the land. */
  readonly improved: number;
  /** Days on which there was nothing but land, if any: from the first one until it was built on. */
  readonly clearedOn: string | null;
  readonly builtOn: string;
}

const yearsCleared = 4;
const always = { clearedOn: '0001-01-01', builtOn: '9999-12-31' };

export function standingOf(lot: Lot): Standing {
  const { vacant, improved } = lot.place.shape;
  const random = randomOf(lot.row.id);
  const share = improved * random.spread(0.18);
  if (lot.row.land_use === '1') return { improved: share, ...always };
  // As many are cleared in any year as are built on, so that the share of vacant sales does not drift.
  const built = dayOf('2020-01-01') + random.int(0, 365 * (7 + yearsCleared));
  return {
    improved: share,
    clearedOn: random.chance(vacant) ? dateOf(built - 365 * yearsCleared) : null,
    builtOn: dateOf(built),
  };
}

export function isVacant({ clearedOn, builtOn }: Standing, date: string): boolean {
  return clearedOn !== null && date >= clearedOn && date < builtOn;
}
