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
         u.full_name as created_by, j.created_at, j.started_at, j.finished_at, j.result
       from job j left join app_user u on u.id = j.created_by
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
