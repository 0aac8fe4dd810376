// The job that imports what was laid into the inbox folder, each file as an ordinary import of the person who is named.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import { readCaller } from '../../access/read-caller.ts';
import { importUpload } from '../../import/start-import.ts';
import { UploadTooLarge } from '../../import/uploads.ts';
import type { JobContext, JobKind, JobRow } from '../../jobs/job-kind.ts';
import { readJob } from '../../jobs/job-store.ts';
import { INTERRUPTED } from '../../jobs/run-job.ts';
import { Problem } from '../../problem.ts';
import {
  createSettling,
  type LaidFile,
  laidFiles,
  prepareInbox,
  putAway,
  takeFile,
  takenFiles,
  underWay,
} from './inbox-folder.ts';
import { type Logged, type LoggedEnd, logEnd, logFault, logFile, loggedAs, logJob } from './transfer-log.ts';
import { createLooks, type TransferServer } from './transfer-server.ts';
import { transferSettings } from './transfer-settings.ts';

export const INBOX = 'inbox';
const importRight = 'trxiU';
const waitMs = 300;

export function inboxKind(server: TransferServer | null): JobKind {
  const kind = { id: INBOX, lane: { id: INBOX, most: 1 }, permission: importRight };
  if (!server) return kind;
  const settled = createSettling();
  const isTime = createLooks(server.now);
  return {
    ...kind,
    due: async (start) => {
      if (!isTime()) return;
      const { inbox, inboxUser, inboxUserId } = await transferSettings(
        server.database,
        server.now(),
        server.config.timeZone,
      );
      if (!inbox) return;
      prepareInbox(server.inboxDir);
      const ready = settled(await laidFiles(server.inboxDir));
      if (ready.length === 0 && (await takenFiles(server.inboxDir)).length === 0) return;
      const fault = await faultOf(server, inboxUser, inboxUserId);
      if (inboxUserId === null || fault !== null) {
        await logFault(server.database, 'Inbox folder', fault ?? 'Nobody is named.');
        return;
      }
      await start(INBOX, {
        payload: { title: 'Inbox folder', files: ready },
        userId: inboxUserId,
        key: INBOX,
      });
    },
    run: async (job, context) => {
      const caller = job.created_by === null ? null : await readCaller(server.database, job.created_by);
      if (!caller || !may(caller, importRight)) throw new Problem('not-allowed');
      prepareInbox(server.inboxDir);
      let files = 0;
      // What a process left that ended meanwhile comes first.
      for (const left of await takenFiles(server.inboxDir)) {
        await importTaken(server, caller, left, context);
        files += 1;
      }
      for (const file of filesOf(job)) {
        context.signal.throwIfAborted();
        context.report(50, file.name);
        if ((await takeFile(server.inboxDir, file)) === null) continue;
        await importTaken(server, caller, file, context);
        files += 1;
      }
      return { result: { files } };
    },
  };
}

function filesOf({ payload }: JobRow): readonly LaidFile[] {
  if (!isJsonObject(payload) || !Array.isArray(payload.files)) return [];
  return payload.files.flatMap((file) =>
    isJsonObject(file) && typeof file.name === 'string'
      ? [{ name: file.name, size: Number(file.size), mtime: Number(file.mtime) }]
      : [],
  );
}

async function faultOf(
  { database }: TransferServer,
  name: string | null,
  id: number | null,
): Promise<string | null> {
  if (name === null) return 'Files wait in the folder, and nobody is named to import them. Set “Import as”.';
  const caller = id === null ? null : await readCaller(database, id);
  if (!caller) return `Files wait in the folder: there is no active user “${name}”.`;
  return may(caller, importRight) ? null : `Files wait in the folder: ${name} may not import.`;
}

async function importTaken(
  server: TransferServer,
  caller: Caller,
  { name, size }: LaidFile,
  context: JobContext,
): Promise<void> {
  const { database, inboxDir } = server;
  const row =
    (await loggedAs(database, name)) ??
    (await logFile(database, { name, heldAs: name, size, userId: caller.id }));
  const end = await imported(server, caller, row, context);
  // The file first: a row that is ended is not looked at again.
  await putAway(inboxDir, name, row.id, end);
  await logEnd(database, row.id, end);
}

async function imported(
  server: TransferServer,
  caller: Caller,
  row: Logged,
  { signal, start }: JobContext,
): Promise<LoggedEnd> {
  const { database, inboxDir } = server;
  const before = row.job_id === null ? null : await ended(server, row.job_id, signal);
  // The same bytes again complete what was interrupted: what is in is seen before.
  if (before && before.problem !== INTERRUPTED) return endOf(before);
  try {
    const stream = createReadStream(join(inboxDir, underWay, row.name));
    const options = { dryRun: false, userId: caller.id, chosen: {}, kind: null };
    const begun = await importUpload({ ...server, jobs: { start } }, row.name, stream, options);
    await logJob(database, row.id, begun.job_id);
    return endOf(await ended(server, begun.job_id, signal));
  } catch (error) {
    if (error instanceof UploadTooLarge || error instanceof Problem)
      return { state: 'FAILED', said: error.message };
    throw error;
  }
}

/** Waits for the import, which is a job of its own. */
async function ended({ database }: TransferServer, id: number, signal: AbortSignal): Promise<JobRow | null> {
  for (;;) {
    const job = await readJob(database, id);
    if (!job || (job.state !== 'queued' && job.state !== 'running')) return job;
    await pause(waitMs);
    signal.throwIfAborted();
  }
}

function endOf(job: JobRow | null): LoggedEnd {
  if (!job) return { state: 'FAILED', said: 'Its import is gone. Lay the file in again.' };
  if (job.state === 'cancelled') return { state: 'FAILED', said: 'Its import was cancelled.' };
  if (job.state === 'failed') return { state: 'FAILED', said: job.problem ?? 'Its import failed.' };
  const counts = isJsonObject(job.result) ? job.result : {};
  const number = (what: string) => Number(counts[what]) || 0;
  const [files, fails, seen, foreign] = ['files', 'fails', 'seen', 'foreign'].map(number);
  const problems = Array.isArray(counts.problems) ? counts.problems.map(String) : [];
  const said = [
    `${files} ${files === 1 ? 'file' : 'files'} read.`,
    ...(fails ? [`${fails} failed: ${problems.slice(0, 3).join(' ')}`] : []),
    ...(seen ? [`${seen} seen before, nothing changed.`] : []),
    ...(foreign ? [`${foreign} left out: of districts that the user does not work in.`] : []),
  ].join(' ');
  return { state: fails ? 'FAILED' : 'DONE', said };
}
