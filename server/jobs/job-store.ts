import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  /** Percent. */
  readonly progress: number;
  readonly message: string | null;
  readonly payload: unknown;
  readonly result: unknown;
  readonly problem: string | null;
  readonly attempts: number;
  readonly cancel_requested: boolean;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

type Owner = Pick<Database, 'owner'>;

const COLUMNS = `id, kind, state, progress, message, payload, result, problem, attempts, cancel_requested, created_by,
  created_at, started_at, finished_at`;

/** Queues a job; `beside` writes what belongs to it in the same transaction. */
export async function insertJob(
  database: Owner,
  kind: string,
  payload: unknown,
  userId: number | null,
  beside: (client: OwnerClient, jobId: number) => Promise<void> = async () => undefined,
): Promise<number> {
  return database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'insert into job (kind, payload, created_by) values ($1, $2::jsonb, $3) returning id',
      [kind, JSON.stringify(payload), userId],
    );
    const id = rows[0]?.id ?? 0;
    await beside(client, id);
    return id;
  });
}

export async function readJob(database: Owner, id: number): Promise<JobRow | null> {
  const { rows } = await database.owner((client) =>
    client.query<JobRow & Record<string, unknown>>(`select ${COLUMNS} from job where id = $1`, [id]),
  );
  return rows[0] ?? null;
}

/** Takes the oldest queued job of the kinds given, or null. Two processes never take the same one. */
export async function takeJob(
  database: Owner,
  kinds: readonly string[],
  holder: string,
): Promise<JobRow | null> {
  const { rows } = await database.owner((client) =>
    client.query<JobRow & Record<string, unknown>>(
      `update job set state = 'running', locked_by = $2, heartbeat_at = clock_timestamp(), attempts = attempts + 1,
         started_at = clock_timestamp(), progress = 0, message = null, problem = null
       where id = (
         select id from job where state = 'queued' and kind = any ($1) order by id limit 1 for update skip locked)
       returning ${COLUMNS}`,
      [kinds, holder],
    ),
  );
  return rows[0] ?? null;
}

/** Notes that the holder lives and how far it is; answers whether somebody asked to cancel. */
export async function beatJob(
  database: Owner,
  id: number,
  progress: number,
  message: string | null,
): Promise<boolean> {
  const { rows } = await database.owner((client) =>
    client.query<{ cancel_requested: boolean }>(
      `update job set heartbeat_at = clock_timestamp(), progress = $2::numeric, message = coalesce($3, message)
       where id = $1 returning cancel_requested`,
      [id, Math.max(0, Math.min(100, Math.round(progress * 100) / 100)), message],
    ),
  );
  return rows[0]?.cancel_requested ?? true;
}

export async function finishJob(
  database: Owner,
  id: number,
  state: 'done' | 'failed' | 'cancelled',
  result: unknown,
  problem: string | null,
): Promise<void> {
  await database.owner((client) =>
    client.query(
      `update job set state = $2, result = $3::jsonb, problem = $4, finished_at = clock_timestamp(), locked_by = null,
         progress = case when $2 = 'done' then 100 else progress end, version = version + 1
       where id = $1`,
      [id, state, result === undefined ? null : JSON.stringify(result), problem],
    ),
  );
}

/** A queued job ends at once; a running one is asked to. False when it has ended already. */
export async function cancelJob(database: Owner, id: number): Promise<boolean> {
  const { rowCount } = await database.owner((client) =>
    client.query(
      `update job set cancel_requested = true,
         state = case when state = 'queued' then 'cancelled' else state end,
         finished_at = case when state = 'queued' then clock_timestamp() else finished_at end
       where id = $1 and state in ('queued', 'running')`,
      [id],
    ),
  );
  return rowCount === 1;
}

/** Running jobs with who holds them and the seconds since the holder was last heard of. */
export async function runningJobs(
  database: Owner,
): Promise<readonly { readonly id: number; readonly locked_by: string | null; readonly silent: number }[]> {
  const { rows } = await database.owner((client) =>
    client.query<{ id: number; locked_by: string | null; silent: number }>(
      `select id, locked_by, extract(epoch from clock_timestamp() - coalesce(heartbeat_at, started_at, created_at))::float8
         as silent
       from job where state = 'running' order by id`,
    ),
  );
  return rows;
}
