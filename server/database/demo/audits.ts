import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** When the tests of the audit ran that have results. Loaded last, so that what follows makes none of them old. */
export async function plantAudits(client: OwnerClient): Promise<Readonly<Record<string, number>>> {
  const run = await writeRows(client, {
    action: 'insert',
    table: 'audit_run',
    columns: {
      district_code: 'r.district_code',
      base_date: 'r.base_date',
      test: 'r.test',
      synthetic: 'true',
      measured: 'r.measured',
      failed: 'r.failed',
      stamp: 'audit_stamp(r.district_code)',
      run_at: 'r.run_at',
    },
    from: `(
      select district_code, base_date, test, count(*)::integer as measured, (count(*) filter (where failed))::integer as failed,
        max(measured_at) as run_at
      from audit_result where synthetic group by district_code, base_date, test order by 1, 2, 3) r`,
  });
  return { audit_run: run };
}
