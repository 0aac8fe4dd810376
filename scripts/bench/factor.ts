// A factor: shown, applied, taken back, and whether all stands as it did.
import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { AskJson } from './asking.ts';
import type { BenchLine } from './line.ts';
import { untilEnded } from './told-jobs.ts';

const count = (value: unknown) => Number(value ?? 0).toLocaleString('en-AU');

async function valuesOf({ database }: Context, district: string): Promise<string> {
  const { rows } = await database.owner((client) =>
    client.query<{ sum: string }>(
      `select md5(string_agg(concat_ws(' ', property_id, base_date, series, land_value, method, factor_applied,
         onsite_allowance, heritage_value), ',' order by property_id, base_date, series)) as sum from property_value
       where district_code = $1`,
      [district],
    ),
  );
  return rows[0]?.sum ?? '';
}

/** `over` names in the lines what gets it. */
export async function factorLines(
  context: Context,
  ask: AskJson,
  over: string,
  params: { readonly factor: number; readonly district: string; readonly component?: string },
): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const told = async (what: string, budget: string, begin: () => Promise<Record<string, unknown>>) => {
    const job = await untilEnded(context, begin);
    const { found, done } = job.result;
    const measured = `${job.seconds.toFixed(1)} s, ${count(found)} looked at, ${count(done)} done${job.state === 'done' ? '' : ` (${job.state})`}`;
    process.stdout.write(`  ${what}  ${measured}\n`);
    lines.push({ what, measured, budget });
    return job;
  };
  const before = await valuesOf(context, params.district);
  const { result } = await told(`a factor over ${over}, preview`, '≤ 2 s', () =>
    ask('POST', '/commands/factor_apply/preview', { params }),
  );
  const { id } = await told('the same, applied', '', () =>
    ask('POST', '/commands/factor_apply/run', {
      params,
      expected: Number(result.done) + Number(result.same),
      stamp: result.stamp,
      request_id: randomUUID(),
    }),
  );
  await told('the same, taken back', '', () => ask('POST', `/bulk/${id}/undo`, { request_id: randomUUID() }));
  const same = (await valuesOf(context, params.district)) === before;
  return [
    ...lines,
    {
      what: 'the values afterwards',
      measured: same ? 'as they were' : 'NOT as they were',
      budget: 'as they were',
    },
  ];
}
