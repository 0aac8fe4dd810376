import type { OperationAnswer } from '#src/generated/operations.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { districtsOf } from '../../reports/districts.ts';
import { COUNTS, type CountPayload } from './count-kind.ts';
import { type Standing, standingOf } from './count-stamp.ts';
import { type CountedReport, countedReports } from './counted-reports.ts';

/** Districts whose jobs are begun by one question; who looks again begins the next. */
const mostBegun = 20;

interface Kept {
  readonly district: string;
  readonly report: string;
  readonly found: number | null;
  readonly errors: number | null;
  readonly warnings: number | null;
  readonly problem: string | null;
  readonly stamp: string;
  readonly counted_at: string;
  readonly [column: string]: unknown;
}

/** Of these districts the ones that have a property or a sale of the data set: in the others there is nothing to find. */
async function withRecords(
  districts: readonly string[],
  dataset: CountPayload['dataset'],
  caller: Caller,
  context: Context,
): Promise<readonly string[]> {
  const { rows } = await context.database.read(whoOf(caller), { dataset }, (client) =>
    client.query<{ code: string }>(
      `select d.code from district as d
       where d.code = any($1::text[]) and (exists (select from property as p where p.district_code = d.code)
         or exists (select from sale as s where s.district_code = d.code))
       order by d.code`,
      [districts],
    ),
  );
  return rows.map(({ code }) => code);
}

async function keptCounts(
  districts: readonly string[],
  dataset: CountPayload['dataset'],
  { baseYear }: Standing,
  caller: Caller,
  context: Context,
): Promise<readonly Kept[]> {
  const { rows } = await context.database.read(whoOf(caller), { dataset }, (client) =>
    client.query<Kept>(
      `select district_code::text as district, report, found, errors, warnings, problem, stamp, counted_at
       from report_count where district_code = any($1::text[]) and base_date = make_date($2::integer, 7, 1)`,
      [districts, baseYear],
    ),
  );
  return rows;
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null)
    ? null
    : values.reduce<number>((all, value) => all + (value ?? 0), 0);

type Item = OperationAnswer['report.counts']['reports'][number];

function itemOf(report: CountedReport, kept: readonly Kept[]): Item {
  const own = kept.filter((count) => count.report === report.id);
  const errors = sum(own.map((count) => count.errors));
  const warnings = sum(own.map((count) => count.warnings));
  const judged = errors !== null && warnings !== null;
  const passed = judged ? 'good' : 'none';
  return {
    page: report.id,
    title: report.title,
    found: sum(own.map((count) => count.found)),
    errors,
    warnings,
    state: (errors ?? 0) > 0 ? 'bad' : (warnings ?? 0) > 0 ? 'warning' : passed,
    counted_at: oldest(own),
    problem: own.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

function oldest(kept: readonly Kept[]): string | null {
  const times = kept.map(({ counted_at }) => new Date(counted_at).toISOString()).sort();
  return times[0] ?? null;
}

export const handler: OperationHandler<'report.counts'> = async (call) => {
  const { context, query } = call;
  const caller = signedIn(call);
  const { group, severity = null, district = 'all' } = query;
  const mine = await districtsOf(caller, context.database, context.now());
  const all = district === 'all' || district === '';
  const asked = all ? mine : mine.filter((code) => code === district);
  if (asked.length === 0 && !all) throw new Problem('not-found');
  const reports = countedReports(group, severity, caller, context);
  const dataset =
    (await chosenDataset(caller, context.database)) ??
    (await defaultDataset(context.database, context.now()));
  const districts = all ? await withRecords(asked, dataset, caller, context) : asked;
  const standing = await standingOf(districts, caller, context);
  const kept = (await keptCounts(districts, dataset, standing, caller, context)).filter(({ report }) =>
    reports.some(({ id }) => id === report),
  );
  const isFresh = (code: string): boolean =>
    reports.every(({ id, hash }) =>
      kept.some(
        (count) =>
          count.report === id && count.district === code && count.stamp === standing.stampOf(code, hash),
      ),
    );
  const old = reports.length === 0 ? [] : districts.filter((code) => !isFresh(code));
  for (const code of old.slice(0, mostBegun)) {
    const payload: CountPayload = { district: code, dataset, group, severity };
    await context.jobs.start(COUNTS, { payload, userId: caller.id, key: JSON.stringify(payload) });
  }
  return {
    districts: districts.length,
    waiting: old.length,
    counted_at: oldest(kept),
    reports: reports.map((report) => itemOf(report, kept)),
  };
};
