// Records within so many metres of a place: a box around it, which an index finds, then the circle in the box.
import type { Criterion, Entity, PlaceCriterion } from '#src/core/entity.ts';
import { type Around, aroundOf, mostMetres, placeField } from '#src/core/place.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';

type Bind = (value: unknown) => string;

/** Of a degree of latitude, on the sphere that `metres_between` measures on. */
const metresOfDegree = (6_371_008.8 * Math.PI) / 180;

/** The box is wider than the circle by more than any rounding. */
const margin = 1.001;

export function isNear(criterion: Criterion): criterion is PlaceCriterion {
  return criterion.op === 'within';
}

/** What is wrong with a criterion on a place. */
export function faultOfNear(
  { fld, val }: PlaceCriterion,
  { title, position }: Entity,
): { readonly at: 'fld' | 'val'; readonly message: string } | null {
  if (fld !== placeField || !position)
    return { at: 'fld', message: `${title}: "${fld.slice(0, 80)}" is no place to search around.` };
  if (aroundOf(val)) return null;
  return {
    at: 'val',
    message: `A place { lat, lon, metres, of } is needed, with at most ${mostMetres} metres.`,
  };
}

function place(criterion: PlaceCriterion, { position }: Entity) {
  const around = aroundOf(criterion.val);
  if (!around || !position) throw new Problem('unknown-field', `"${criterion.fld}" cannot be searched by.`);
  return { around, lat: quoted(position.lat), lon: quoted(position.lon) };
}

function metresTo(lat: string, lon: string, around: Around, bind: Bind): string {
  const degrees = (value: number) => `${bind(value)}::double precision`;
  return `metres_between(${lat}, ${lon}, ${degrees(around.lat)}, ${degrees(around.lon)})`;
}

export function nearCondition(criterion: PlaceCriterion, entity: Entity, bind: Bind): string {
  const { around, lat, lon } = place(criterion, entity);
  const high = (margin * around.metres) / metresOfDegree;
  // Towards a pole the box is as wide as the earth.
  const wide = Math.min(360, high / Math.max(1e-9, Math.cos((around.lat * Math.PI) / 180)));
  const between = (name: string, middle: number, by: number) =>
    `${name} between ${bind(middle - by)}::double precision and ${bind(middle + by)}::double precision`;
  return `(${between(lat, around.lat, high)} and ${between(lon, around.lon, wide)}
    and ${metresTo(lat, lon, around, bind)} <= ${bind(around.metres)}::double precision)`;
}

/** How far a row is from the place that was searched around, of several the first; null where none was. */
export function metresAway(criteria: readonly Criterion[], entity: Entity, bind: Bind): string | null {
  const near = criteria.find(isNear);
  if (!near) return null;
  const { around, lat, lon } = place(near, entity);
  return `round(${metresTo(lat, lon, around, bind)})::integer`;
}

/** Where a record lies; null where nobody knows. */
export async function placeOf(
  client: DatabaseClient,
  { record, position }: Entity,
  id: number,
): Promise<{ readonly lat: number; readonly lon: number } | null> {
  if (!position) return null;
  const { rows } = await client.query<{ lat: number | null; lon: number | null }>(
    `select ${quoted(position.lat)}::double precision as lat, ${quoted(position.lon)}::double precision as lon
     from ${quoted(record.view)} where id = $1::bigint`,
    [id],
  );
  const { lat = null, lon = null } = rows[0] ?? {};
  return lat === null || lon === null ? null : { lat, lon };
}
