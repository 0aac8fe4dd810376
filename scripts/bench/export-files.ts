// Every type of export on an office of 200,000 properties: what is ready, and the file of all of it.
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { asJson, askingAs } from './asking.ts';
import { onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';

/** As a full week leaves an office: supps and analyses that are ready, and a hundred worksheets. */
const ready = `
  update supp set transmit_status = 'T', vg_workflow = coalesce(vg_workflow, 'W' || id)
  where synthetic and transmit_status = 'F' and exists (select from supp_value v where v.supp_id = supp.id and v.land_value > 0);
  update analysis set state = 'EXPORTABLE' where synthetic and state = 'DRAFT';
  update worksheet w set exported_on = current_date
  where synthetic and stage = 'DONE' and base_date = future_base_date() and id not in (
    select o.id from worksheet o where o.synthetic and o.stage = 'DONE' and o.base_date = future_base_date() order by o.id limit 100)`;
/** In the order in which they are sent. */
const types = ['supps', 'market', 'values', 'worksheets', 'vat', 'schedules'];

interface Made {
  readonly state: string;
  readonly items: number;
  readonly kept_out: number;
  readonly size: number;
  readonly problem: string | null;
}

async function measured(context: Context, caller: Caller): Promise<readonly BenchLine[]> {
  await context.database.owner((client) => client.script(ready));
  const asking = await askingAs(context, caller.id);
  const ask = asJson(asking.ask);
  const lines: BenchLine[] = [];
  for (const type of types) {
    const asked = performance.now();
    const { items } = (await ask('GET', `/exports/ready/${type}`)) as {
      readonly items: readonly { readonly district_code: string; readonly ready: number }[];
    };
    const looked = performance.now() - asked;
    const count = items.reduce((sum, one) => sum + one.ready, 0);
    let said = 'nothing ready';
    if (items.length > 0) {
      const begun = performance.now();
      const districts = items.map(({ district_code }) => district_code);
      const { id } = await ask('POST', '/exports', { type, districts, confirmed: true });
      await context.jobs.idle();
      const seconds = (performance.now() - begun) / 1000;
      const { rows } = await context.database.owner((client) =>
        client.query<Made & { readonly [column: string]: unknown }>(
          `select state, items, kept_out, coalesce(size_bytes, 0)::float8 as size, problem from export_job where id = $1::bigint`,
          [id],
        ),
      );
      const [made] = rows;
      said = `${seconds.toFixed(1)} s, ${made?.state} with ${made?.items} items, ${made?.kept_out} kept out, ${((made?.size ?? 0) / 1e6).toFixed(1)} MB ${made?.problem ?? ''}`;
    }
    const line = {
      what: `Export of ${type}: ${count.toLocaleString('en-AU')} ready`,
      measured: `found in ${looked.toFixed(0)} ms; ${said}`.trim(),
      budget: '',
    };
    process.stdout.write(`  ${line.what}  ${line.measured}\n`);
    lines.push(line);
  }
  await asking.end();
  return lines;
}

export const benchExportFiles = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, measured, { changes: true });
