// What the tests of the audit found in a district, in place of what they found before.
import type { OwnerClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { forgetRuns } from '#server/database/report-runs.ts';
import { writeRows } from '#server/database/write-rows.ts';

export interface AuditFinding {
  readonly test: number;
  readonly key: string;
  readonly measured: number | string | null;
  readonly lower_limit: number | string | null;
  readonly upper_limit: number | string | null;
  readonly failed: boolean;
  readonly about: string | null;
  readonly detail: string | null;
}

export interface Audited {
  readonly district: string;
  readonly synthetic: boolean;
  readonly baseYear: number;
  /** What it stands on, read before it was measured. */
  readonly stamp: string;
  readonly tests: readonly number[];
  readonly findings: readonly AuditFinding[];
}

/** In one transaction: whoever reads sees the old results or the new ones. */
export async function keepAudit(database: Pick<Database, 'owner'>, audited: Audited): Promise<void> {
  await database.owner(async (client) => {
    await writeAudit(client, audited);
    await forgetRuns(client);
  });
}

async function writeAudit(
  client: OwnerClient,
  { district, synthetic, baseYear, stamp, tests, findings }: Audited,
): Promise<void> {
  const about = [district, baseYear, synthetic] as const;
  await writeRows(client, {
    action: 'delete',
    table: 'audit_result',
    where: `t.district_code = $1::text and t.base_date = make_date($2::integer + 1, 7, 1) and t.synthetic = $3::boolean
      and t.test = any($4::integer[])`,
    values: [...about, tests],
  });
  await writeRows(client, {
    action: 'insert',
    table: 'audit_result',
    columns: {
      district_code: '$1::text',
      base_date: 'make_date($2::integer + 1, 7, 1)',
      synthetic: '$3::boolean',
      test: 'f.test',
      key: 'f.key',
      measured: 'f.measured',
      lower_limit: 'f.lower_limit',
      upper_limit: 'f.upper_limit',
      failed: 'f.failed',
      about: 'f.about',
      detail: 'f.detail',
    },
    from: `jsonb_to_recordset($4::jsonb) as f (test integer, key text, measured numeric, lower_limit numeric, upper_limit numeric,
      failed boolean, about text, detail text)`,
    values: [...about, JSON.stringify(findings)],
  });
  await client.query(
    `insert into audit_run (district_code, base_date, test, synthetic, measured, failed, stamp)
     select $1::text, make_date($2::integer + 1, 7, 1), t, $3::boolean, count(f.test)::integer,
       (count(*) filter (where f.failed))::integer, $6::text
     from unnest($4::integer[]) as t
     left join jsonb_to_recordset($5::jsonb) as f (test integer, failed boolean) on f.test = t
     group by t
     on conflict on constraint audit_run_key do update set measured = excluded.measured, failed = excluded.failed,
       stamp = excluded.stamp, run_at = now()`,
    [...about, tests, JSON.stringify(findings.map(({ test, failed }) => ({ test, failed }))), stamp],
  );
}
