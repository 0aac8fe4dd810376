import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '#server/database/open-database.ts';

/** Processor seconds of this process and of the database; null where the system does not tell them. */
export interface ProcessorTime {
  readonly node: number;
  readonly database: number | null;
}

/** Clock ticks a second, in which Linux tells processor time. */
const TICKS = 100;

interface Spent {
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** /proc/PID/stat: the parent is its fourth field, what was spent its 14th to 17th. */
function spentBy(pid: number | string): Spent {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, which may hold blanks, ends the second field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (n: number) => Number(fields[n - 3]);
  return { parent: field(4), ticks: field(14) + field(15), ended: field(16) + field(17) };
}

/** All processes of the server that `backend` belongs to, those that have ended included. */
function serverSeconds(backend: number): number {
  const { parent: postmaster } = spentBy(backend);
  let { ended: ticks } = spentBy(postmaster);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const one = spentBy(name);
      if (one.parent === postmaster) ticks += one.ticks;
    } catch {
      // Ended meanwhile: the postmaster counts it.
    }
  }
  return ticks / TICKS;
}

export async function processorTime(database: Pick<Database, 'owner'>): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const { rows } = await database.owner((client) =>
    client.query<{ pid: number }>('select pg_backend_pid() as pid'),
  );
  let seconds: number | null = null;
  try {
    seconds = serverSeconds(rows[0]?.pid ?? 0);
  } catch {
    // A server elsewhere, or no Linux.
  }
  return { node: (user + system) / 1e6, database: seconds };
}

/** In words, what was spent between two readings. */
export function spent(from: ProcessorTime, to: ProcessorTime): string {
  const of = (name: string, seconds: number) => `${name} ${seconds.toFixed(1)} s`;
  const node = of('Node', to.node - from.node);
  if (from.database === null || to.database === null) return node;
  return `${of('database', to.database - from.database)}, ${node}`;
}
