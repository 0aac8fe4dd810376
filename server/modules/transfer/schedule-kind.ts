// The export by the clock: an ordinary export of the person who is named, once for each moment, whichever server comes first.
import type { Caller } from '../../access/caller.ts';
import { readCaller } from '../../access/read-caller.ts';
import { everywhere } from '../../database/transaction.ts';
import type { JobKind, JobRow, StartJob } from '../../jobs/job-kind.ts';
import { Problem } from '../../problem.ts';
import { beginExport, readyFor } from '../export/begin-export.ts';
import { type LoggedEnd, logEnd } from './transfer-log.ts';
import { createLooks, type TransferServer } from './transfer-server.ts';
import { type TransferSettings, transferSettings } from './transfer-settings.ts';

export const SCHEDULE = 'schedule';

/** Another server was first. */
class Met extends Error {}

export function scheduleKind(server: TransferServer | null): JobKind {
  const kind = { id: SCHEDULE, lane: { id: SCHEDULE, most: 1 }, permission: 'trxeU' };
  if (!server) return kind;
  const settings = () => transferSettings(server.database, server.now(), server.config.timeZone);
  const isTime = createLooks(server.now);
  return {
    ...kind,
    due: async (start) => {
      if (!isTime()) return;
      const set = await settings();
      if (set.due === null) return;
      await begin(set, set.due, start);
    },
    run: async (job, { start }) => {
      const caller = job.created_by === null ? null : await readCaller(server.database, job.created_by);
      const row = await rowOf(server, job);
      if (row === null) return { result: null };
      const end = await done(server, caller, await settings(), start);
      await logEnd(server.database, row, end);
      return { result: { export_id: end.exportId ?? null, said: end.said } };
    },
    // Given up for dead: its moment was met, and is told so.
    onEnd: async (client, job, { state, problem }) => {
      if (state === 'done') return;
      await client.query(
        `update transfer_log set state = 'FAILED', said = coalesce($2::text, 'It was cancelled.'), ended_at = clock_timestamp()
         where kind = 'SCHEDULE' and job_id = $1::bigint and state = 'UNDERWAY'`,
        [job.id, problem],
      );
    },
  };
}

async function begin(
  { type, scheduleUserId }: TransferSettings,
  due: string,
  start: StartJob,
): Promise<void> {
  const payload = { title: 'Scheduled export', type, due };
  try {
    await start(SCHEDULE, {
      payload,
      userId: scheduleUserId,
      key: due,
      also: async (client, jobId) => {
        const { rowCount } = await client.query(
          `insert into transfer_log (kind, name, due_at, as_user, job_id)
           values ('SCHEDULE', $1::text, $2::timestamptz, $3::bigint, $4::bigint) on conflict do nothing`,
          [type, due, scheduleUserId, jobId],
        );
        if (rowCount !== 1) throw new Met();
      },
    });
  } catch (error) {
    if (!(error instanceof Met)) throw error;
  }
}

async function rowOf({ database }: TransferServer, job: JobRow): Promise<number | null> {
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<{ id: number }>(
      `select id from transfer_log where kind = 'SCHEDULE' and job_id = $1::bigint and state = 'UNDERWAY'`,
      [job.id],
    ),
  );
  return rows[0]?.id ?? null;
}

async function done(
  server: TransferServer,
  caller: Caller | null,
  { type, districts: wished, scheduleUser }: TransferSettings,
  start: StartJob,
): Promise<LoggedEnd> {
  if (!caller)
    return {
      state: 'FAILED',
      said:
        scheduleUser === null
          ? 'Nobody is named to export. Set “Export as”.'
          : `There is no active user “${scheduleUser}”.`,
    };
  try {
    const named = wished?.split(/[\s,]+/).filter((code) => code !== '') ?? [];
    const ready = await readyFor(server, caller, type, named.length > 0 ? named : null);
    if (ready.length === 0) return { state: 'DONE', said: 'Nothing was ready.' };
    const { id } = await beginExport({ ...server, jobs: { start } }, caller, { type, districts: ready });
    return { state: 'DONE', said: `Export ${id} of ${ready.join(', ')} was begun.`, exportId: id };
  } catch (error) {
    if (error instanceof Problem) return { state: 'FAILED', said: error.message };
    throw error;
  }
}
