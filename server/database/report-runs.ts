import type { DatabaseClient } from './client.ts';

/** Everybody's kept runs are past: so much has changed that reports run anew. Their tables go with the next sweep. */
export async function forgetRuns(client: DatabaseClient): Promise<void> {
  await client.query('delete from report_runs.run');
}
