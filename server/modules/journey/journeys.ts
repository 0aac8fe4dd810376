import { createHash } from 'node:crypto';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { Problem, type Rejection } from '../../problem.ts';

export interface SentStop {
  readonly analysis_id: number;
  readonly visited?: boolean;
}

interface Stop {
  readonly analysis_id: number;
  readonly posn: number;
  readonly visited: boolean;
}

export interface StoredJourney {
  readonly id: number;
  readonly title: string;
  readonly from_name: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly stops: readonly Stop[];
  readonly [column: string]: unknown;
}

const columns = `j.id, j.title, (select u.full_name from app_user u where u.id = j.from_user_id) as from_name,
  j.created_at, j.updated_at, j.version,
  coalesce((select jsonb_agg(jsonb_build_object('analysis_id', s.analysis_id, 'posn', s.posn, 'visited', s.visited)
    order by s.posn, s.id) from journey_stop s where s.journey_id = j.id), '[]') as stops`;

export async function ownJourneys(
  client: DatabaseClient,
  callerId: number,
): Promise<readonly StoredJourney[]> {
  const { rows } = await client.query<StoredJourney>(
    `select ${columns} from journey j where j.user_id = $1::bigint order by j.id desc limit 500`,
    [callerId],
  );
  return rows;
}

/** A journey of the caller, locked; somebody else's is not there. */
export async function holdJourney(
  client: DatabaseClient,
  callerId: number,
  id: number,
): Promise<StoredJourney> {
  const { rows } = await client.query<StoredJourney>(
    `select ${columns} from journey j where j.id = $1::bigint and j.user_id = $2::bigint for update of j`,
    [id, callerId],
  );
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
}

export async function readJourney(client: DatabaseClient, id: number): Promise<StoredJourney> {
  const { rows } = await client.query<StoredJourney>(
    `select ${columns} from journey j where j.id = $1::bigint`,
    [id],
  );
  if (!rows[0]) throw new Problem('not-found');
  return rows[0];
}

export interface SeenAnalysis {
  readonly id: number;
  readonly sale_id: number | null;
  readonly address: string | null;
  readonly district_code: string;
  readonly [column: string]: unknown;
}

export type SeenAnalyses = ReadonlyMap<number, SeenAnalysis>;

/** The analyses among these that the caller may see; without the permission none. */
export async function seenAnalyses(
  context: Context,
  caller: Caller,
  ids: readonly number[],
): Promise<SeenAnalyses> {
  if (!caller.perms.has('anlyV') || ids.length === 0) return new Map();
  const who = whoOf(caller);
  const { rows } = await context.database.read(who, { timeoutMs: 5_000 }, (client) =>
    client.query<SeenAnalysis>(
      'select id, sale_id, address, district_code::text as district_code from analysis_record where id = any($1::bigint[])',
      [[...new Set(ids)]],
    ),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** As it is answered: of an analysis that the caller may not see, the number alone. */
export function shownJourney(journey: StoredJourney, seen: SeenAnalyses) {
  return {
    ...journey,
    stops: journey.stops.map((stop) => {
      const found = seen.get(stop.analysis_id);
      return {
        ...stop,
        sale_id: found?.sale_id ?? null,
        address: found?.address ?? null,
        district_code: found?.district_code ?? null,
        visible: found !== undefined,
      };
    }),
  };
}

/** Refuses stops that are new to the journey and not for the caller to see, and one that is named twice. */
export function checkStops(stops: readonly SentStop[], seen: SeenAnalyses, had: readonly Stop[] = []): void {
  const known = new Set(had.map((stop) => stop.analysis_id));
  const ids = stops.map((stop) => stop.analysis_id);
  const errors: Rejection[] = ids.flatMap((id, i) => {
    const pointer = `/stops/${i}/analysis_id`;
    if (ids.indexOf(id) !== i) return [{ pointer, message: `Analysis ${id} is in the list twice.` }];
    if (known.has(id) || seen.has(id)) return [];
    return [{ pointer, message: `Analysis ${id} does not exist, or you may not see it.` }];
  });
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
}

export function stopIds(stops: readonly { readonly analysis_id: number }[]): readonly number[] {
  return stops.map((stop) => stop.analysis_id);
}

export function checkTitle(title: string): string {
  const message = 'Give the journey a title.';
  if (title.trim() === '')
    throw new Problem('refused', message, { errors: [{ pointer: '/title', message }] });
  return title.trim();
}

/** Codes are compared as people type them: without spaces and dashes, in any case. */
export function codeHash(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(plain, 'utf8').digest();
}
