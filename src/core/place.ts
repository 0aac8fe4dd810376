// Places: what lies within so many metres of one.
import type { LinkedField } from './linked.ts';
import { isJsonObject } from './values.ts';

/** What a criterion on a place names in the place of a field: no column has it. */
export const placeField = 'position';

/** The value of such a criterion: a place in degrees, how far from it, and what is there. */
export interface Around {
  readonly lat: number;
  readonly lon: number;
  readonly metres: number;
  readonly of: string;
}

export const leastMetres = 1;
export const mostMetres = 50_000;
/** What is called longer is cut. */
export const longestPlaceName = 120;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** Null where the value is no place with a distance. */
export function aroundOf(value: unknown): Around | null {
  if (!isJsonObject(value)) return null;
  const { lat, lon, metres, of } = value;
  if (!isWithin(lat, -90, 90) || !isWithin(lon, -180, 180) || !isWithin(metres, leastMetres, mostMetres))
    return null;
  return typeof of === 'string' && of !== '' && of.length <= longestPlaceName
    ? { lat, lon, metres, of }
    : null;
}

export function withinText(metres: number): string {
  return `within ${metres.toLocaleString('en-AU')} m`;
}

/** `Within 500 m of Property 312`. */
export function aroundText({ metres, of }: Around): string {
  const text = withinText(metres);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} of ${of}`;
}

/** How far a record lies from the place that its result was searched around. */
export const awayField: LinkedField = {
  id: 'metres_away',
  title: 'Distance',
  type: 'integer',
  format: 'integer',
  unit: 'm',
  codes: null,
  list: null,
  unitField: null,
  description: 'Over the ground, from the place that was searched around.',
};
