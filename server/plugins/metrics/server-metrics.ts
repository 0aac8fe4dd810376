import { performance } from 'node:perf_hooks';
import type { Database } from '../../database/open-database.ts';
import type { EndedJob } from '../../jobs/ended-job.ts';
import { createRegistry, type Reading } from './registry.ts';

/** What one server counts of itself, for whoever watches over it. */
export interface Metrics {
  /** `operation` is the id of an operation or `page`, never a path: paths are endless and name records. */
  readonly request: (operation: string, status: number, ms: number) => void;
  readonly job: (ended: EndedJob) => void;
  /** How late the process came to what was due. */
  readonly late: (ms: number) => void;
  /** Everything as text; `open` are the jobs that wait or run, null where the database did not answer. */
  readonly text: (open: readonly OpenJobs[] | null) => string;
}

export interface OpenJobs {
  readonly kind: string;
  readonly state: string;
  readonly jobs: number;
}

export interface MetricsParts {
  readonly database: Pick<Database, 'observation' | 'connections'>;
  readonly version: string;
  /** Number of the last migration that this program knows. */
  readonly schema: number;
  readonly screens: () => { readonly ready: number; readonly broken: number };
  readonly faults: () => number;
}

/** Seconds. */
const ofRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ofTransactions = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
const ofJobs = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];
const ofDelays = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

const seconds = (ms: number) => ms / 1_000;

/** What an import tells of its records: `{ counts: { read, new, … } }`. */
function recordsOf(result: unknown): readonly (readonly [string, number])[] {
  if (typeof result !== 'object' || result === null || !('counts' in result)) return [];
  const { counts } = result;
  if (typeof counts !== 'object' || counts === null) return [];
  return Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

export function createMetrics(parts: MetricsParts): Metrics {
  const { database } = parts;
  const registry = createRegistry();
  let open: readonly OpenJobs[] | null = null;
  const one = (value: number): Reading => [[{}, value]];

  registry.gauge('cadastre_build_info', 'Version of the program, of its database and of Node.js.', () => [
    [{ version: parts.version, schema: String(parts.schema), node: process.version }, 1],
  ]);
  const requests = registry.counter('cadastre_requests_total', 'Answers by operation and status.');
  const durations = registry.histogram(
    'cadastre_request_duration_seconds',
    'From the first byte of a request to the last of its answer.',
    ofRequests,
  );
  registry.gauge('cadastre_database_connections', 'Connections of this server to the database.', () => {
    const { busy, idle } = database.connections();
    return [
      [{ state: 'busy' }, busy],
      [{ state: 'idle' }, idle],
    ];
  });
  registry.gauge('cadastre_database_connections_most', 'Connections that this server may have.', () =>
    one(database.connections().most),
  );
  registry.gauge('cadastre_database_connections_waiting', 'Who waits for a connection.', () =>
    one(database.connections().waiting),
  );
  const transactions = registry.histogram(
    'cadastre_database_transaction_seconds',
    'Transactions; those of reader and writer run under row security.',
    ofTransactions,
  );
  const waits = registry.histogram(
    'cadastre_database_connection_wait_seconds',
    'How long a transaction waited for its connection.',
    ofTransactions,
  );
  const slow = registry.counter(
    'cadastre_database_slow_statements_total',
    'Statements that took longer than SLOW_QUERY_MS.',
  );
  const caches = registry.counter('cadastre_cache_requests_total', 'Whether something kept was found.');
  database.observation.add({
    transaction: ({ role, ended, ms, waitedMs }) => {
      transactions.observe({ role, ended: ended === 'committed' ? 'committed' : 'rolled_back' }, seconds(ms));
      waits.observe({}, seconds(waitedMs));
    },
    slow: ({ role }) => slow.add({ role }),
    cache: (name, hit) => caches.add({ cache: name, found: hit ? 'yes' : 'no' }),
  });
  registry.gauge('cadastre_jobs', 'Jobs that wait or run, over all servers of the database.', () =>
    (open ?? []).map(({ kind, state, jobs }) => [{ kind, state }, jobs]),
  );
  registry.gauge('cadastre_database_up', 'Whether the database answered when this was read.', () =>
    one(open === null ? 0 : 1),
  );
  const jobTimes = registry.histogram('cadastre_job_seconds', 'Jobs that ended here, by their end.', ofJobs);
  const jobWaits = registry.histogram(
    'cadastre_job_wait_seconds',
    'How long a job waited until it was begun here.',
    ofJobs,
  );
  const records = registry.counter(
    'cadastre_import_records_total',
    'Records of imports that ended here, by what became of them.',
  );
  const delays = registry.histogram(
    'cadastre_event_loop_delay_seconds',
    'How late the process came to what was due, ten times a second.',
    ofDelays,
  );
  registry.total('cadastre_event_loop_seconds_total', 'Time of the event loop.', () => {
    const { active, idle } = performance.eventLoopUtilization();
    return [
      [{ state: 'active' }, seconds(active)],
      [{ state: 'idle' }, seconds(idle)],
    ];
  });
  registry.gauge('cadastre_screens', 'Pages that are ready, and pages that are broken.', () => {
    const { ready, broken } = parts.screens();
    return [
      [{ state: 'ready' }, ready],
      [{ state: 'broken' }, broken],
    ];
  });
  registry.gauge('cadastre_faults', 'What does not work though the server runs.', () => one(parts.faults()));
  registry.total('process_cpu_seconds_total', 'Processor time.', () => {
    const { user, system } = process.cpuUsage();
    return one((user + system) / 1_000_000);
  });
  registry.gauge('process_resident_memory_bytes', 'Memory.', () => one(process.memoryUsage.rss()));
  registry.gauge('process_start_time_seconds', 'When the process began.', () =>
    one(Math.round(performance.timeOrigin) / 1_000),
  );
  return {
    request: (operation, status, ms) => {
      requests.add({ operation, status: String(status) });
      durations.observe({ operation, status: `${Math.floor(status / 100)}xx` }, seconds(ms));
    },
    job: ({ kind, state, waitedMs, tookMs, result }) => {
      jobTimes.observe({ kind, state }, seconds(tookMs));
      jobWaits.observe({ kind }, seconds(waitedMs));
      for (const [outcome, count] of kind.startsWith('import') ? recordsOf(result) : [])
        records.add({ outcome }, count);
    },
    late: (ms) => delays.observe({}, seconds(ms)),
    text: (jobs) => {
      open = jobs;
      return registry.text();
    },
  };
}
