import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { holdJourney, readJourney, type SentStop, type StoredJourney } from './journeys.ts';

/** What the history tells of a journey: how many stops, not which. */
interface Told {
  readonly title: string;
  readonly stops: number;
}

export function journeyWork(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  before: Told | null,
  after: Told | null,
): Work {
  const change = (name: keyof Told) => ({ old: before?.[name] ?? null, new: after?.[name] ?? null });
  return {
    client,
    server: context,
    caller,
    entity: ownEntity('journey', context),
    what: 'this journey',
    told: () => ({ title: change('title'), stops: change('stops') }),
  };
}

/** The work on a journey of the caller; somebody else's is not there. */
export async function workOnJourney(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  id: number,
  after: (stored: StoredJourney) => Told | null,
): Promise<Work> {
  const stored = await holdJourney(client, caller.id, id);
  const before = { title: stored.title, stops: stored.stops.length };
  const work = journeyWork(client, context, caller, before, after(stored));
  return { ...work, current: () => readJourney(client, id) };
}

/** Stops as rows of a journey: one that stood there keeps its row; an analysis that is gone meanwhile is left out. */
export async function stopRows(
  client: DatabaseClient,
  journeyId: number | null,
  stops: readonly SentStop[],
): Promise<readonly object[]> {
  const { rows } = await client.query<{ analysis: number; id: number | null }>(
    `select a.id as analysis, s.id::bigint as id from unnest($2::bigint[]) as a (id)
     left join journey_stop s on s.analysis_id = a.id and s.journey_id = $1::bigint
     where s.id is not null or exists (select from analysis where id = a.id)`,
    [journeyId, stops.map((stop) => stop.analysis_id)],
  );
  const known = new Map(rows.map(({ analysis, id }) => [analysis, id]));
  return stops.flatMap(({ analysis_id, visited = false }) => {
    const id = known.get(analysis_id);
    if (id === undefined) return [];
    return [{ ...(id === null ? {} : { id }), analysis_id, visited }];
  });
}
