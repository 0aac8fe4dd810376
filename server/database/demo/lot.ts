import type { Place } from './place.ts';
import type { Relief } from './relief.ts';
import type { PropertyRow } from './rows.ts';

/** How and when the value of a base date was verified. */
export interface Verified {
  readonly type: string;
  readonly on: string;
}

/** A property and the truth that its values and sales are drawn from. */
export interface Lot {
  readonly row: PropertyRow;
  readonly place: Place;
  /** What the market would pay for the land on 1 July 2021. */
  readonly truth: number;
  /** What lies side by side: lots of the same one are sold together. */
  readonly block: string;
  readonly houseNumber: string | null;
  readonly relief: Relief;
  /** Land value by base year, 2021 to 2026; empty for a property outside the contract. */
  readonly values: readonly number[];
  /** Of each of these values, how it was verified before its sales were looked at. */
  readonly verified: readonly (Verified | null)[];
}
