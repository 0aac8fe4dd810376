import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { currentWork } from '#server/database/work.ts';
import type { JobEnd, JobKind, JobRow, NewJob } from './job-kind.ts';

type Owner = Pick<Database, 'owner'>;
type WithEnd = (client: OwnerClient, job: JobRow, end: JobEnd) => Promise<void>;

const COLUMNS = `id, kind, state, progress::float8 as progress, message, payload, result, problem, attempts,
  cancel_requested, reference, trace, created_by, created_at, started_at, finished_at`;

/** Serialises those who take jobs: two at once would both see the last place of a lane free. */
const TAKE_LOCK = 720_510_002;

/** Queues a job and answers its id; null while one of the same kind and key is open, or where the request had one. */
export async function insertJob(database: Owner, job: NewJob): Promise<number | null> {
  const work = currentWork();
  return database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into job (kind, lane, key, payload, created_by, request_id, reference, trace)
       values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8) on conflict do nothing returning id`,
      [
        job.kind.id,
        job.kind.lane.id,
        job.key ?? null,
        JSON.stringify(job.payload),
        job.userId,
        job.requestId ?? null,
        work?.reference ?? null,
        work?.trace.id ?? null,
      ],
    );
    const id = rows[0]?.id ?? null;
    if (id !== null) await job.also?.(client, id);
    if (id !== null) work?.jobs.push(id);
    return id;
  });
}

/** The job of a request that came before, and whether the same was asked with it. */
export async function jobOfRequest(
  database: Owner,
  userId: number,
  requestId: string,
  payload: unknown,
): Promise<{ readonly id: number; readonly same: boolean } | null> {
  const { rows } = await database.owner((client) =>
    client.query<{ id: number; same: boolean }>(
      'select id, payload = $3::jsonb as same from job where created_by = $1 and request_id = $2',
      [userId, requestId, JSON.stringify(payload)],
    ),
  );
  return rows[0] ?? null;
}

export async function readJob(database: Owner, id: number): Promise<JobRow | null> {
  const { rows } = await database.owner((client) =>
    client.query<JobRow>(`select ${COLUMNS} from job where id = $1`, [id]),
  );
  return rows[0] ?? null;
}

/** The jobs of a kind that a person began, the newest first. */
export async function readJobsOf(
  database: Owner,
  userId: number,
  kind: string,
  limit: number,
): Promise<readonly JobRow[]> {
  const { rows } = await database.owner((client) =>
    client.query<JobRow>(
      `select ${COLUMNS} from job where created_by = $1::bigint and kind = $2::text order by id desc limit $3::integer`,
      [userId, kind, limit],
    ),
  );
  return rows;
}

/**
 * Takes a queued job of the kinds whose lane has a place free, or null: of whoever has the fewest running in the lane, the
 * oldest. No two take the same one.
 */
export async function takeJob(
  database: Owner,
  kinds: readonly Pick<JobKind, 'id' | 'lane'>[],
  holder: string,
): Promise<JobRow | null> {
  return database.owner(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [TAKE_LOCK]);
    const { rows } = await client.query<JobRow>(
      `update job set state = 'running', locked_by = $3, heartbeat_at = clock_timestamp(), attempts = attempts + 1,
         started_at = clock_timestamp(), progress = 0, message = null, problem = null
       where id = (
         select j.id from job j join unnest($1::text[], $2::integer[]) as k (kind, most) on k.kind = j.kind
         where j.state = 'queued'
           and (select count(*) from job r where r.state = 'running' and r.lane = j.lane) < k.most
         order by (select count(*) from job m where m.state = 'running' and m.lane = j.lane and m.created_by = j.created_by),
           j.id
         limit 1 for update of j skip locked)
       returning ${COLUMNS}`,
      [kinds.map((kind) => kind.id), kinds.map((kind) => kind.lane.most), holder],
    );
    return rows[0] ?? null;
  });
}

/** Notes that the holder lives and how far it is. 'lost' when the job is not the holder's any more. */
export async function beatJob(
  database: Owner,
  id: number,
  holder: string,
  told: { readonly progress: number; readonly message: string | null },
): Promise<'go on' | 'cancel' | 'lost'> {
  const { rows } = await database.owner((client) =>
    client.query<{ cancel_requested: boolean }>(
      `update job set heartbeat_at = clock_timestamp(), progress = $3::numeric, message = coalesce($4, message)
       where id = $1 and locked_by = $2 and state = 'running' returning cancel_requested`,
      [id, holder, Math.max(0, Math.min(100, Math.round(told.progress * 100) / 100)), told.message],
    ),
  );
  if (rows[0] === undefined) return 'lost';
  return rows[0].cancel_requested ? 'cancel' : 'go on';
}

/** Ends a running job, with all that tells of its end. False, and nothing written, when the holder has lost it. */
export async function finishJob(
  database: Owner,
  id: number,
  holder: string | null,
  end: JobEnd,
  onEnd?: WithEnd,
): Promise<boolean> {
  return database.owner(async (client) => {
    const { rows } = await client.query<JobRow>(
      `update job set state = $3, result = $4::jsonb, problem = $5, finished_at = clock_timestamp(), locked_by = null,
         message = null, progress = case when $3 = 'done' then 100 else progress end, version = version + 1
       where id = $1 and locked_by is not distinct from $2 and state = 'running' returning ${COLUMNS}`,
      [id, holder, end.state, end.result === undefined ? null : JSON.stringify(end.result), end.problem],
    );
    if (rows[0] === undefined) return false;
    await onEnd?.(client, rows[0], end);
    return true;
  });
}

/** How often a job is begun: one that takes its server with it does not go round for ever. */
const mostAttempts = 3;

/** Puts a running job back in line. False when the holder has lost it, it is to be cancelled, or was begun often enough. */
export async function requeueJob(database: Owner, id: number, holder: string | null): Promise<boolean> {
  return database.owner(async (client) => {
    const { rowCount } = await client.query(
      `update job set state = 'queued', locked_by = null, heartbeat_at = null, started_at = null, progress = 0, message = null
       where id = $1 and locked_by is not distinct from $2 and state = 'running' and not cancel_requested and attempts < $3`,
      [id, holder, mostAttempts],
    );
    return rowCount === 1;
  });
}

/** A queued job ends at once; a running one is asked to. False when it has ended already. */
export async function cancelJob(
  database: Owner,
  id: number,
  onEnd: (kind: string) => WithEnd | undefined = () => undefined,
): Promise<boolean> {
  return database.owner(async (client) => {
    const { rows } = await client.query<JobRow>(
      `update job set cancel_requested = true,
         state = case when state = 'queued' then 'cancelled' else state end,
         finished_at = case when state = 'queued' then clock_timestamp() else finished_at end
       where id = $1 and state in ('queued', 'running') returning ${COLUMNS}`,
      [id],
    );
    const job = rows[0];
    if (job?.state === 'cancelled')
      await onEnd(job.kind)?.(client, job, { state: 'cancelled', problem: null });
    return job !== undefined;
  });
}

/** How many jobs of a kind a person has queued or running. */
export async function openJobsOf(database: Owner, userId: number, kind: string): Promise<number> {
  const { rows } = await database.owner((client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from job
       where created_by = $1::bigint and kind = $2::text and state in ('queued', 'running')`,
      [userId, kind],
    ),
  );
  return rows[0]?.n ?? 0;
}

export interface NamedJob extends JobRow {
  /** Who began it. */
  readonly by: string | null;
}

/** The last thousand jobs of some kinds, whoever began them, the newest first. */
export async function jobsOfKinds(database: Owner, kinds: readonly string[]): Promise<readonly NamedJob[]> {
  const { rows } = await database.owner((client) =>
    client.query<NamedJob>(
      `select ${COLUMNS}, (select full_name from app_user u where u.id = job.created_by) as by
       from job where kind = any($1::text[]) order by id desc limit 1000`,
      [kinds],
    ),
  );
  return rows;
}

/** How many wait or run, by kind and state. */
export async function countOpenJobs(database: Owner) {
  const { rows } = await database.owner((client) =>
    client.query<{ kind: string; state: string; jobs: number }>(
      `select kind, state, count(*)::integer as jobs from job where state in ('queued', 'running') group by kind, state
       order by kind, state`,
    ),
  );
  return rows;
}

export interface OpenJob {
  readonly id: number;
  readonly kind: string;
  readonly state: 'queued' | 'running';
  readonly locked_by: string | null;
  /** Seconds since the holder was last heard of. */
  readonly silent: number;
}

/** What is queued or running, in one look. */
export async function openJobs(database: Owner): Promise<readonly OpenJob[]> {
  const { rows } = await database.owner((client) =>
    client.query<OpenJob & Record<string, unknown>>(
      `select id, kind, state, locked_by,
         extract(epoch from clock_timestamp() - coalesce(heartbeat_at, started_at, created_at))::float8 as silent
       from job where state in ('queued', 'running') order by state desc, id limit 1000`,
    ),
  );
  return rows;
}
