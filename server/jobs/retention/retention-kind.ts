// The night's clearing of what has had its time: once a day, whichever server comes first.
import type { Database } from '../../database/open-database.ts';
import type { JobKind } from '../job-kind.ts';
import { clearExpired, isClearingDue } from './clear.ts';

export const RETENTION = 'retention';

/** By the office's clock. */
const hour = 2;
const lookMs = 5 * 60_000;

export interface RetentionServer {
  readonly database: Pick<Database, 'owner'>;
  readonly now: () => Date;
  readonly config: { readonly timeZone: string };
}

export function retentionKind(server: RetentionServer | null): JobKind {
  const kind = { id: RETENTION, lane: { id: RETENTION, most: 1 }, mostOpen: 1, permission: 'admnU' };
  if (!server) return kind;
  const { database, now, config } = server;
  let looked = Number.NEGATIVE_INFINITY;
  return {
    ...kind,
    due: async (start) => {
      const at = now().getTime();
      if (at - looked >= 0 && at - looked < lookMs) return;
      looked = at;
      const day = await isClearingDue(database, RETENTION, hour, now(), config.timeZone);
      if (day !== null)
        await start(RETENTION, { payload: { title: 'Nightly clearing', day }, userId: null, key: day });
    },
    run: async (_job, { report, signal }) => {
      const told = (share: number, what: string) => report(share * 99, what);
      const tables = await clearExpired(database, now(), { signal, told });
      return { result: { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables } };
    },
  };
}
