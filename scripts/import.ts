import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/open-database.ts';
import { importFiles } from '#server/import/import-files.ts';
import { keepOwnerNames, shellImport } from '#server/import/import-job.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import { undoFile } from '#server/import/undo-files.ts';
import type { JobHandler } from '#server/jobs/job-kind.ts';
import { readJob } from '#server/jobs/job-store.ts';
import { createJobRunner } from '#server/jobs/runner.ts';
import { jobKinds } from '#server/modules/job/kinds.ts';
import { argumentsOf, UsageError } from './database/usage.ts';
import { withDatabase } from './database/with-database.ts';
import { namedFiles } from './import/named-files.ts';
import { progressLine, summaryTable } from './import/report.ts';

const help = `Imports sales files into the database of this checkout, or of DATABASE_URL.

  npm run import -- FILE|FOLDER|@LIST… [--dry-run] [--batch FILES]
  npm run import -- --undo FILEID

FILE        a .DAT file, a weekly zip of them, or a yearly zip of weeks
FOLDER      the .DAT and .zip files in it and in its folders
@LIST       the files and folders that a text file names, one a line: more than fit one command
--dry-run   shows what would change and changes nothing
--batch     files in one transaction, 4000 if not given
--undo      takes one imported file back; its id stands in the list of files
CADASTRE_KEEP_OWNER_NAMES=1 keeps the names of owners that some files carry; they are dropped otherwise.`;

async function runImport(
  database: Database,
  paths: readonly string[],
  options: { readonly dryRun: boolean; readonly batchFiles: number | undefined; readonly dataDir: string },
): Promise<ImportSummary> {
  let summary: ImportSummary | null = null;
  let failure: unknown = null;
  let stop = false;
  const line = progressLine(process.stderr);
  const onSignal = () => {
    stop = true;
    line.say('Stopping behind the files that are being read …');
  };
  process.once('SIGINT', onSignal);
  const run: JobHandler = async (job, context) => {
    try {
      summary = await importFiles(
        database,
        paths.map((path) => ({ name: basename(path), path })),
        {
          dryRun: options.dryRun,
          keepOwnerNames: keepOwnerNames(),
          userId: null,
          workDistricts: '*',
          jobId: job.id,
          ...(options.batchFiles === undefined ? {} : { batchFiles: options.batchFiles }),
        },
        {
          isCancelled: () => stop || context.signal.aborted,
          onProgress: (progress) => {
            line.show(progress);
            context.report(
              (99 * progress.files) / Math.max(1, progress.filesFound),
              `${progress.files} of ${progress.filesFound} files, ${progress.records} sales`,
            );
          },
        },
      );
    } catch (error) {
      failure = error;
      throw error;
    }
    return { cancelled: summary.cancelled, result: { counts: summary.counts } };
  };
  const jobs = createJobRunner({
    database,
    log: () => undefined,
    kinds: jobKinds({ database, dataDir: options.dataDir }, null, null).map(
      ({ run: _run, sweep: _sweep, ...kind }) => (kind.id === shellImport.id ? { ...kind, run } : kind),
    ),
  });
  await jobs.look();
  const id = await jobs.start(shellImport.id, {
    payload: { names: paths.map((path) => basename(path)), dryRun: options.dryRun },
    userId: null,
  });
  // Imports wait for one another, a server's as well.
  let waits = false;
  for (;;) {
    await jobs.idle();
    if (id === null || (await readJob(database, id))?.state !== 'queued') break;
    if (!waits) line.say('Another import is under way. Waiting for its end …');
    waits = true;
    if (stop) await jobs.cancel(id);
    await pause(500);
    await jobs.look();
  }
  line.end();
  process.off('SIGINT', onSignal);
  if (failure !== null) throw failure;
  if (summary === null) throw new Error('The import did not run: it was cancelled.');
  return summary;
}

async function main(): Promise<number> {
  const { words, options } = argumentsOf(process.argv.slice(2), ['undo', 'batch'], ['dry-run', 'help']);
  if (options.has('help')) {
    console.log(help);
    return 0;
  }
  const config = loadConfig(process.env, []);
  const undo = options.get('undo');
  if (undo !== undefined) {
    if (!/^\d+$/.test(undo)) throw new UsageError(`--undo wants the number of a file, not "${undo}".`);
    const undone = await withDatabase(config, (database) => undoFile(database, Number(undo), null));
    console.log(
      `${undone.name} is undone: ${undone.removed} sales removed, ${undone.restored} put back, ${undone.kept} kept.`,
    );
    return 0;
  }
  if (words.length === 0) throw new UsageError('Name the files to import, or --undo FILEID.');
  const paths = namedFiles(words);
  const batch = options.get('batch');
  if (batch !== undefined && !/^[1-9]\d{0,4}$/.test(batch))
    throw new UsageError(`--batch wants a number, not "${batch}".`);
  const dryRun = options.has('dry-run');
  const { summary, seconds } = await withDatabase(config, async (database) => {
    const began = performance.now();
    const batchFiles = batch === undefined ? undefined : Number(batch);
    const done = await runImport(database, paths, { dryRun, batchFiles, dataDir: config.dataDir });
    return { summary: done, seconds: (performance.now() - began) / 1000 };
  });
  console.log(summaryTable(summary, dryRun, seconds));
  return summary.files.some((file) => file.state === 'failed') || summary.cancelled ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${help}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
