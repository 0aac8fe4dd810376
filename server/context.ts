import { join } from 'node:path';
import { type DataFolder, watchDataFolder } from './access/data-folder.ts';
import { createDevices, type Devices } from './access/devices.ts';
import { createFaults, type Faults } from './access/faults.ts';
import { createRateLimit, createTryLimit, type RateLimit, type TryLimit } from './access/rate-limit.ts';
import { createSealing, type Sealing } from './access/sealing.ts';
import { createSessions, type Sessions } from './access/sessions.ts';
import { createSlowQueries, type SlowQueries } from './access/slow-queries.ts';
import { defaultSessionMinutes, readSysparams } from './access/system-parameters.ts';
import { createTokens, loadSecret, type Tokens } from './access/tokens.ts';
import { type Config, localFolder } from './config.ts';
import { lastMigration } from './database/migrate.ts';
import type { Database } from './database/open-database.ts';
import { workEntry } from './database/work.ts';
import type { DefinitionFile } from './definitions/files.ts';
import { loadOperations } from './definitions/load-operations.ts';
import type { Operation } from './definitions/operation-file.ts';
import { createDefinitionService, type DefinitionService } from './definitions/service.ts';
import { createDefinitionStore, type DefinitionStore } from './definitions/store.ts';
import type { EndedJob } from './jobs/ended-job.ts';
import { createJobRunner, type JobRunner } from './jobs/runner.ts';
import type { Auditor } from './modules/audit/audit-kind.ts';
import type { DocumentMaker } from './modules/document/document-kind.ts';
import { jobKinds } from './modules/job/kinds.ts';
import { tellLostAddresses } from './modules/mail/tell-old-address.ts';
import type { ReportCounter } from './modules/report/count-kind.ts';
import type { FileMaker } from './modules/valuationfile/file-kind.ts';
import { type Log, openLog } from './plugins/log.ts';
import { createMail, type Mail } from './plugins/mail.ts';
import { createMetrics, type Metrics } from './plugins/metrics/server-metrics.ts';
import type { AfterSave } from './records/saved.ts';
import { createTurns, type Turns } from './reports/turns.ts';

/** All that the server holds; made by main.ts and by tests, read by plugins and handlers. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly definitions: DefinitionStore;
  /** Puts definitions in force: files, and what was published over them. */
  readonly studio: DefinitionService;
  readonly operations: readonly Operation[];
  readonly log: Log;
  /** What does not work though the server runs. */
  readonly faults: Faults;
  readonly dataFolder: DataFolder;
  readonly now: () => Date;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  /** Browsers that somebody signed in with before. */
  readonly devices: Devices;
  /** Keeps secrets in the database unreadable without a key of the data folder. */
  readonly sealing: Sealing;
  readonly signInLimit: TryLimit;
  /** What a user may do only so often a minute; the key says what. */
  readonly minuteLimit: RateLimit;
  /** Links for a new password, within a quarter of an hour. */
  readonly resetLimit: RateLimit;
  readonly mail: Mail;
  /** What follows once people's saves are kept. */
  readonly afterSave: AfterSave;
  /** Long work: imports, backups. */
  readonly jobs: JobRunner;
  /** What makes documents in the background, once the server is put together. */
  readonly documents: DocumentMaker;
  /** What counts reports in the background, likewise. */
  readonly counter: ReportCounter;
  /** What runs the tests of the audit in the background, likewise. */
  readonly auditor: Auditor;
  /** What makes valuation files in the background, likewise. */
  readonly valuationFiles: FileMaker;
  /** What the server counts of itself. */
  readonly metrics: Metrics;
  /** Statements that took long. */
  readonly slowQueries: SlowQueries;
  readonly reportTurns: Turns;
  /** Pages of record lists have turns of their own, so that they wait for no report. */
  readonly listTurns: Turns;
  /** Files have turns of their own: one that is fetched slowly holds no report up. */
  readonly exportTurns: Turns;
  /** Stamp of the last change of a system parameter, told in every answer. */
  readonly sysparams: { stamp: string };
  /** In what a request's handler is given: aborted when its client has gone before the answer was sent. */
  readonly signal?: AbortSignal;
}

export interface ContextParts {
  readonly now?: () => Date;
  readonly log?: Log;
  /** Instead of the checkout's definitions. */
  readonly readFiles?: () => readonly DefinitionFile[];
}

/** All that a server holds, from its configuration and an open database. */
export function createContext(config: Config, database: Database, parts: ContextParts = {}): Context {
  const now = parts.now ?? (() => new Date());
  const minutes = async () => {
    const given = Number((await readSysparams({ database })).SESSMINS);
    return Number.isFinite(given) && given > 0 ? given : defaultSessionMinutes;
  };
  const faults = createFaults(now);
  const log = parts.log ?? openLog(localFolder(config), now, faults);
  const definitions = createDefinitionStore(compileValidator);
  const sysparams = { stamp: '' };
  const documents: DocumentMaker = { make: null, writeRows: null };
  const counter: ReportCounter = { count: null };
  const auditor: Auditor = { run: null };
  const valuationFiles: FileMaker = { make: null };
  const secret = loadSecret(config.dataDir);
  const mail = createMail(config, log, now);
  const afterSave: AfterSave = new Map([['user', tellLostAddresses({ config, mail })]]);
  const metrics = createMetrics({
    database,
    version: config.version,
    schema: lastMigration(),
    screens: () => {
      const { screens, broken } = definitions.current();
      return { ready: screens.size, broken: broken.size };
    },
    faults: () => faults.list().length,
  });
  const slowQueries = createSlowQueries({
    database,
    now,
    log: (error) => log.failure('slow-queries', error),
  });
  database.observation.slowMs = config.slowQueryMs;
  database.observation.add({ slow: slowQueries.note });
  const records = { database, definitions, config, now, log, afterSave };
  const studio = createDefinitionService({
    config,
    database,
    store: definitions,
    ...(parts.readFiles ? { readFiles: parts.readFiles } : {}),
  });
  return {
    config,
    database,
    now,
    definitions,
    studio,
    operations: loadOperations(config.root, (file, error) =>
      faults.set('operation', file, `${error.message} It is not served; mend it and start again.`),
    ),
    log,
    faults,
    dataFolder: watchDataFolder(config.dataDir, faults),
    tokens: createTokens(secret, config.sessionCapHours),
    devices: createDevices(secret),
    sealing: createSealing(loadSecret(config.dataDir, 'sealing-key')),
    sessions: createSessions(database, {
      minutes,
      capHours: config.sessionCapHours,
      heard: async (marks) => {
        sysparams.stamp = marks.sysparams;
        // What cannot be taken up is told; until then this server serves what it has.
        await studio.upTo(marks.definitions).catch((error: unknown) => log.failure('definitions', error));
      },
    }),
    signInLimit: createTryLimit(database, 'sign-in'),
    minuteLimit: createRateLimit(database, 'minute', 60_000),
    resetLimit: createRateLimit(database, 'reset', 15 * 60_000),
    mail,
    afterSave,
    jobs: createJobRunner({
      database,
      kinds: jobKinds(
        // Where no mail server is configured the notification is all that tells of an end.
        { database, dataDir: config.dataDir, mailing: mail.delivery === 'mail' ? { config, mail } : null },
        records,
        documents,
        counter,
        auditor,
        valuationFiles,
        { ...records, inboxDir: config.inboxDir ?? join(config.dataDir, 'inbox') },
        { database, now, config },
      ),
      log: (line) => log.failure('jobs', line),
      ended: (ended) => {
        metrics.job(ended);
        log.request(jobEntry(ended));
      },
    }),
    documents,
    counter,
    auditor,
    valuationFiles,
    metrics,
    slowQueries,
    reportTurns: createTurns({ perUser: 2, inAll: 4, waiting: 20, waitingInAll: 400 }),
    listTurns: createTurns({ perUser: 2, inAll: 5, waiting: 30, waitingInAll: 600 }),
    exportTurns: createTurns({ perUser: 2, inAll: 3, waiting: 6, waitingInAll: 100 }),
    sysparams,
  };
}

/** The line of a job that ended, under the reference of the request that began it. */
function jobEntry({ id, kind, state, waitedMs, tookMs, work }: EndedJob) {
  const ms = Math.round(tookMs);
  return { id: work.reference, job: id, kind, state, waitedMs: Math.round(waitedMs), ms, ...workEntry(work) };
}

/** Loaded when a form is first shown: the compiler is heavy, and most starts never need it. */
async function compileValidator(schema: object): Promise<string> {
  const { validatorModule } = await import('./definitions/validator-module.ts');
  return validatorModule(schema);
}
