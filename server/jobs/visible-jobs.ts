import type { OperationAnswer } from '#src/generated/operations.ts';
import type { Caller } from '../access/caller.ts';
import { may } from '../access/permissions.ts';
import type { Database } from '../database/open-database.ts';
import { Problem } from '../problem.ts';
import type { JobKind } from './job-kind.ts';

type ShownJob = OperationAnswer['job.get'];

/** What these ask of the server. */
interface Served {
  readonly database: Pick<Database, 'owner'>;
  readonly jobs: { readonly kinds: readonly JobKind[] };
}

interface Wanted {
  readonly id?: number;
  readonly kind?: string;
  readonly open?: boolean;
  readonly limit: number;
}

/** What a kind of job counts, under the name that it gives it. */
const counted = ['{counts,read}', '{rows}', '{done}', '{results}']
  .map((path) => `j.result #> '${path}'`)
  .join(', ');
/** Files that a page of the log is asked for at once. */
const mostFiles = 50;

/** The caller's own jobs, and those of others where the kind's permission is the caller's; the newest first. */
export async function visibleJobs(
  server: Served,
  caller: Caller,
  wanted: Wanted,
): Promise<readonly ShownJob[]> {
  const kinds = server.jobs.kinds.filter((kind) => may(caller, kind.permission)).map((kind) => kind.id);
  const { rows } = await server.database.owner((client) =>
    client.query<ShownJob>(
      `select j.id, j.kind, j.state, j.progress::float8 as progress, j.message, j.problem, j.cancel_requested,
         u.full_name as created_by, j.created_at, j.started_at, j.finished_at, j.result, j.reference,
         round(extract(epoch from j.started_at - j.created_at), 1)::float8 as waited_seconds,
         round(extract(epoch from coalesce(j.finished_at, clock_timestamp()) - j.started_at), 1)::float8 as took_seconds,
         case when jsonb_typeof(c.counted) = 'number' then c.counted::bigint end as rows,
         (select string_agg(f.id, ',' order by f.posn)
          from jsonb_array_elements_text(case when jsonb_typeof(j.result -> 'fileIds') = 'array' then j.result -> 'fileIds' end)
            with ordinality f (id, posn)
          where f.posn <= ${mostFiles}) as file_ids
       from job j left join app_user u on u.id = j.created_by
       cross join lateral (select coalesce(${counted}) as counted) c
       where (j.created_by = $1::bigint or j.kind = any ($2::text[]))
         and ($3::bigint is null or j.id = $3) and ($4::text is null or j.kind = $4)
         and ($5::boolean is null or (j.state in ('queued', 'running')) = $5::boolean)
       order by j.id desc limit $6::integer`,
      [caller.id, kinds, wanted.id ?? null, wanted.kind ?? null, wanted.open ?? null, wanted.limit],
    ),
  );
  return rows;
}

/** One job; whoever may not see it is told what is told of one that is not there. */
export async function visibleJob(server: Served, caller: Caller, id: number): Promise<ShownJob> {
  const [job] = await visibleJobs(server, caller, { id, limit: 1 });
  if (job === undefined) throw new Problem('not-found');
  return job;
}
