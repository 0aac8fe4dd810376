import type { Database } from '../database/open-database.ts';

export interface HandedJourney {
  readonly handover: number;
  readonly journey: number;
  readonly owner: number;
  readonly title: string;
  readonly stops: readonly { readonly analysis_id: number; readonly visited: boolean }[];
  readonly [column: string]: unknown;
}

/** Somebody else's journey, for whoever has the code that its owner gave away; null where none waits behind it. */
export async function handedJourney(
  database: Pick<Database, 'owner'>,
  codeHash: Buffer,
  now: Date,
): Promise<HandedJourney | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<HandedJourney>(
        `select h.id as handover, j.id as journey, j.user_id as owner, j.title,
         coalesce((select jsonb_agg(jsonb_build_object('analysis_id', s.analysis_id, 'visited', s.visited)
           order by s.posn, s.id) from journey_stop s where s.journey_id = j.id), '[]') as stops
       from journey_handover h join journey j on j.id = h.journey_id
       where h.code_hash = $1::bytea and h.expires_at > $2::timestamptz`,
        [codeHash, now.toISOString()],
      ),
    { readOnly: true },
  );
  return rows[0] ?? null;
}
