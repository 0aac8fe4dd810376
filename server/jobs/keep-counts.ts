// What the reports of a district came to when they were counted last.
import type { Database } from '#server/database/open-database.ts';

export interface ReportCount {
  readonly report: string;
  readonly stamp: string;
  readonly found: number | null;
  readonly errors: number | null;
  readonly warnings: number | null;
  readonly problem: string | null;
}

export interface Counted {
  readonly baseYear: number;
  readonly counts: readonly ReportCount[];
}

export async function keepCounts(
  database: Pick<Database, 'owner'>,
  { district, dataset }: { readonly district: string; readonly dataset: 'real' | 'synthetic' },
  counted: Counted,
): Promise<void> {
  await database.owner((client) =>
    client.query(
      `insert into report_count (district_code, base_date, report, synthetic, found, errors, warnings, problem, stamp)
       select $1::text, make_date($2::integer, 7, 1), c.report, $3::boolean, c.found, c.errors, c.warnings, c.problem, c.stamp
       from jsonb_to_recordset($4::jsonb)
         as c (report text, found integer, errors integer, warnings integer, problem text, stamp text)
       on conflict on constraint report_count_key do update set found = excluded.found, errors = excluded.errors,
         warnings = excluded.warnings, problem = excluded.problem, stamp = excluded.stamp, counted_at = now()`,
      [district, counted.baseYear, dataset === 'synthetic', JSON.stringify(counted.counts)],
    ),
  );
}
