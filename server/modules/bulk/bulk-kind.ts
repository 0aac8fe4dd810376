import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import { readCaller } from '../../access/read-caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { JobHandler, JobKind, JobOutcome, Lane } from '../../jobs/job-kind.ts';
import { Problem } from '../../problem.ts';
import { followSaves } from '../../records/after-save.ts';
import { applyProposals } from '../../records/bulk/apply.ts';
import type { Outcome, Tally } from '../../records/bulk/proposal.ts';
import { inWrite } from '../../records/in-write.ts';
import { entityFor, type RecordServer } from '../../records/served.ts';
import { tellMoves } from '../../records/tell.ts';
import { BULK, type BulkPayload, isBulkPayload } from './bulk-payload.ts';
import { callBack, callCommand } from './called.ts';
import { checkMayAsk, commandFor, undoOf } from './may-ask.ts';
import { proposalsOf } from './proposals-of.ts';
import { proposedBy } from './proposed-by.ts';

const lane: Lane = { id: BULK, most: 4 };

/** Changes many records in one transaction: all that is not refused, or nothing. */
export function bulkKind(server: RecordServer | null): JobKind {
  return { id: BULK, lane, permission: 'admnU', ...(server ? { run: changesMany(server) } : {}) };
}

function changesMany(server: RecordServer): JobHandler {
  return async (job, { report, signal }): Promise<JobOutcome> => {
    const { payload } = job;
    if (!isBulkPayload(payload)) throw new Error(`Job ${job.id} does not say what to change.`);
    // Rights as they are now, not as they were when it was asked.
    const caller = job.created_by === null ? null : await readCaller(server.database, job.created_by);
    const entity = entityFor(payload.list, server);
    if (!caller) throw new Problem('not-allowed');
    checkMayAsk(server, caller, entity, payload.asked);
    const called = await byFunction(server, caller, entity, payload, job.id);
    if (called) return { result: resultOf(server, payload, called) };
    const proposed =
      payload.asked.does === 'command'
        ? await proposedBy(server, caller, entity, payload, payload.asked)
        : null;
    const { told, saved, ...tally } = await inWrite(
      server,
      whoOf(caller),
      payload.preview,
      async (client) => {
        const work = { client, server, caller, entity };
        const proposals = proposed ?? (await proposalsOf(work, payload));
        const tally = await applyProposals(work, proposals, {
          signal,
          report: (soFar, all) => report((99 * soFar) / all, `${soFar} of ${all} records`),
          keep: (from, outcomes) =>
            payload.preview ? Promise.resolve() : keep(client, caller.id, job.id, from, outcomes),
        });
        if (!payload.preview) checkExpected(payload, tally);
        return tally;
      },
    );
    if (!payload.preview) {
      await followSaves(server, entity, saved, caller);
      await tellMoves(server, entity, told);
    }
    return { result: resultOf(server, payload, tally) };
  };
}

function resultOf(server: RecordServer, { list, asked, preview }: BulkPayload, tally: Tally) {
  return { list, asked, preview, undo: undoOf(server, asked) !== null, ...tally };
}

/** What a command that calls a function comes to; null of everything else. */
async function byFunction(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  payload: BulkPayload,
  job: number,
): Promise<Tally | null> {
  const { asked } = payload;
  const calling = {
    server,
    caller,
    entity,
    payload,
    job,
    check: (tally: Tally) => checkExpected(payload, tally),
    keep: (client: DatabaseClient, outcomes: readonly Outcome[]) => keep(client, caller.id, job, 0, outcomes),
  };
  const calls = (id: string) => commandFor(server, caller, id).does === 'call';
  if (asked.does === 'command' && calls(asked.command)) return callCommand(calling, asked);
  if (asked.does === 'undo' && asked.of !== 'set' && calls(asked.of.command))
    return callBack(calling, asked.job, asked.of.command);
  return null;
}

/** The caller says how many records are meant, and may say what was seen of them: something else is not written. */
function checkExpected({ expected, stamp }: BulkPayload, tally: Tally): void {
  const { found, done, same, refused, rows } = tally;
  const refusals = rows.filter(({ outcome }) => outcome === 'refused');
  const details = { found, done, same, refused, rows: refusals };
  const errors = refusals.map(({ id, message, errors: [first] }) => ({
    pointer: `/${id ?? 'new'}${first?.pointer ?? ''}`,
    message: message ?? '',
  }));
  if (expected !== null && done + same !== expected) {
    const [first] = refusals;
    const why = first ? ` The first refusal, of ${first.label ?? first.id}: ${first.message}` : '';
    throw new Problem(
      'refused',
      `${done + same} of ${found} records can be changed, ${expected} were expected. Nothing was changed.${why}`,
      { errors, details },
    );
  }
  if (stamp !== null && stamp !== tally.stamp)
    throw new Problem(
      'conflict',
      'What was shown is not what would be written: records were changed meanwhile. Nothing was changed; look again.',
      { errors, details },
    );
}

async function keep(
  client: DatabaseClient,
  userId: number,
  jobId: number,
  from: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ id, outcome, message, version }, i) => ({
    place: i + 1,
    id,
    outcome,
    message,
    version,
  }));
  await client.query(
    `insert into job_record (user_id, job_id, place, record_id, outcome, message, version)
     select $1::bigint, $2::bigint, $3::integer + r.place, r.id, r.outcome, r.message, r.version
     from jsonb_to_recordset($4::jsonb) as r (place integer, id bigint, outcome text, message text, version integer)`,
    [userId, jobId, from, JSON.stringify(rows)],
  );
}
