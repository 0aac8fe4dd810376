import { type Caller, whoOf } from '../../access/caller.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import type { Context } from '../../context.ts';
import { waitedFor } from '../../database/waited-for.ts';
import type { AuditFinding } from '../../jobs/keep-audit.ts';
import { openSource } from '../../reports/row-source.ts';
import type { AuditPayload } from './audit-kind.ts';

/** The page that measures anew: what is stored is what it shows. */
const page = { screen: 'annual/audit', source: 'rows' } as const;

interface Test {
  readonly number: number;
  readonly query: string;
  readonly [column: string]: unknown;
}

/** By the query that measures them, so that what it reads is read once. */
async function familiesOf(tests: readonly number[], caller: Caller, context: Context) {
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<Test>(
      'select number, query from audit_test where number = any($1::integer[]) order by number',
      [tests],
    ),
  );
  const names = [...new Set(rows.map(({ query }) => query))];
  return new Map(names.map((name) => [name, rows.filter(({ query }) => query === name)]));
}

/** Those of the districts that hold anything a test could be about: of a state's most, an office has nothing. */
async function heldOf(
  districts: readonly string[],
  caller: Caller,
  context: Context,
): Promise<ReadonlySet<string>> {
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{ code: string }>(
      `select d as code from unnest($1::text[]) d
       where exists (select from property t where t.district_code = d) or exists (select from component t where t.district_code = d)
         or exists (select from analysis t where t.district_code = d) or exists (select from crown_property t where t.district_code = d)
         or exists (select from s28_group t where t.district_code = d)`,
      [districts],
    ),
  );
  return new Set(rows.map(({ code }) => code));
}

async function stampOf(district: string, caller: Caller, context: Context): Promise<string> {
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{ stamp: string }>('select audit_stamp($1::text) as stamp', [district]),
  );
  return rows[0]?.stamp ?? '';
}

async function findingsOf(
  at: { readonly dst: string; readonly year: number; readonly family: string },
  tests: readonly Test[],
  { dataset }: AuditPayload,
  caller: Caller,
  context: Context,
  signal: AbortSignal,
): Promise<readonly AuditFinding[]> {
  const test = tests.length === 1 ? tests[0]?.number : null;
  const rows = await openSource({ ...page, params: { ...at, test }, dataset }, caller, context);
  const text = `select test_no as test, about_key as key, measured, lower_limit, upper_limit, failed, about, found as detail
    from (${rows.text}\n) q`;
  const asked = new Set(tests.map(({ number }) => number));
  return context.reportTurns
    .until(signal)
    .run(caller.id, () =>
      context.database.read(whoOf(caller), { dataset: rows.dataset, timeoutMs: 60_000 }, async (client) =>
        (
          await client.query<AuditFinding & { readonly [column: string]: unknown }>(text, rows.values)
        ).rows.filter((finding) => asked.has(finding.test)),
      ),
    );
}

/** Before the server serves, nothing measures; from then on jobs do by what its definitions say. */
export function serveAudits(context: Context): void {
  context.auditor.run = async (payload, caller, { told, signal, keep }) => {
    const server = { ...context, signal, database: waitedFor(context.database, signal) };
    const families = await familiesOf(payload.tests, caller, server);
    const baseYear = Number(((await readSysparams(context)).CURRBASE ?? '').slice(0, 4)) || 0;
    const held = await heldOf(payload.districts, caller, server);
    const steps = held.size * families.size;
    let step = 0;
    for (const district of payload.districts) {
      // Before it is measured: what changes meanwhile makes the results old ones.
      const stamp = await stampOf(district, caller, server);
      const findings: AuditFinding[] = [];
      for (const [family, tests] of held.has(district) ? families : []) {
        told(step / steps, `District ${district}: tests ${tests.map(({ number }) => number).join(', ')}`);
        step += 1;
        const at = { dst: district, year: baseYear, family };
        findings.push(...(await findingsOf(at, tests, payload, caller, server, signal)));
      }
      const synthetic = payload.dataset === 'synthetic';
      await keep({ district, synthetic, baseYear, stamp, tests: payload.tests, findings });
    }
  };
}
