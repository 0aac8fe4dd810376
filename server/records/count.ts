// How many records criteria find, while they are still being filled in: roughly and soon, never exactly and late.
import type { Criterion, Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { criteriaConditions } from './criteria.ts';
import { narrowedBy, narrowing } from './text-index.ts';

export interface Counted {
  readonly count: number;
  /** There are further ones than were counted. */
  readonly more: boolean;
}

/** Beyond it nobody reads the rows one by one, and counting on would read all that match. */
export const mostCounted = 10_000;

/** Of the view nothing but what the criteria read is computed. */
export async function countRecords(
  client: DatabaseClient,
  entity: Entity,
  criteria: readonly Criterion[],
): Promise<Counted> {
  const narrowed = await narrowedBy(client, entity, criteria);
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(narrowed === null ? [] : [narrowing(narrowed, bind)]),
    ...criteriaConditions(criteria, entity, bind),
  ];
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from (
       select 1 from ${quoted(entity.record.view)}${where} limit ${mostCounted + 1}) f`,
    values,
  );
  const found = rows[0]?.n ?? 0;
  return { count: Math.min(found, mostCounted), more: found > mostCounted };
}
