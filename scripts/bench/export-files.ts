// Every type of export on an office of 200,000 properties: what is ready, and the file of all of it; and its values in again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { importFiles } from '#server/import/import-files.ts';
import { exportPath } from '#server/modules/export/kept-exports.ts';
import { type TestServerInfo, temporaryFolder } from '#tests/support/database-server.ts';
import { asJson, askingAs } from './asking.ts';
import { heaviest } from './heaviest.ts';
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
const types = [
  'supp_list',
  'supps',
  'market',
  'values',
  'worksheets',
  'vat',
  'bulk_values',
  'tenures',
  'schedules',
];

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
      const made = await heaviest(context.database, async () => {
        const { id } = await ask('POST', '/exports', { type, districts, confirmed: true });
        await context.jobs.idle();
        return { id, seconds: (performance.now() - begun) / 1000 };
      });
      const { id, seconds } = made.result;
      const { rows } = await context.database.owner((client) =>
        client.query<Made & { readonly [column: string]: unknown }>(
          `select state, items, kept_out, coalesce(size_bytes, 0)::float8 as size, problem from export_job where id = $1::bigint`,
          [id],
        ),
      );
      const [kept] = rows;
      said = `${seconds.toFixed(1)} s, ${kept?.state} with ${kept?.items} items, ${kept?.kept_out} kept out, ${((kept?.size ?? 0) / 1e6).toFixed(1)} MB ${kept?.problem ?? ''}; ${made.said}`;
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
  for (const line of await valuesAgain(context, caller)) lines.push(line);
  return lines;
}

/** The values that went out come in: as they stand, and at base dates that the office does not have. */
async function valuesAgain(context: Context, caller: Caller): Promise<readonly BenchLine[]> {
  const { rows } = await context.database.owner((client) =>
    client.query<{ id: number }>(
      `select id from export_job where type = 'bulk_values' and state = 'READY' order by id desc limit 1`,
    ),
  );
  const [made] = rows;
  if (!made) return [];
  const folder = temporaryFolder('bench-values');
  const lines: BenchLine[] = [];
  try {
    const members = unzipSync(readFileSync(exportPath(context.config.dataDir, made.id)));
    for (const [what, earlier] of [
      ['as they stand', 0],
      ['of earlier years', 10],
    ] as const) {
      const files = Object.fromEntries(
        Object.entries(members).map(([name, bytes]) => [name, yearsEarlier(bytes, earlier)]),
      );
      const path = join(folder.path, `LV-${earlier}.zip`);
      writeFileSync(path, zipSync(files));
      const begun = performance.now();
      const { counts, files: outcomes } = await importFiles(
        context.database,
        [{ name: `LV-${earlier}.zip`, path }],
        { dryRun: false, keepOwnerNames: false, userId: caller.id, workDistricts: '*', jobId: null },
        {},
        { server: context, caller },
      );
      const seconds = (performance.now() - begun) / 1000;
      const problem = outcomes.find((one) => one.problem !== null)?.problem ?? '';
      const line = {
        what: `Import of property data and values ${what}`,
        measured:
          `${Math.round(counts.read / seconds).toLocaleString('en-AU')} lines a second (${counts.read.toLocaleString('en-AU')} in ${seconds.toFixed(1)} s; ${counts.new} new, ${counts.same} the same) ${problem}`.trim(),
        budget: '',
      };
      process.stdout.write(`  ${line.what}  ${line.measured}\n`);
      lines.push(line);
    }
  } finally {
    folder.remove();
  }
  return lines;
}

function yearsEarlier(bytes: Uint8Array, years: number): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(
    text.replace(/01\/07\/(\d{4})/g, (_day, year: string) => `01/07/${Number(year) - years}`),
  );
}

export const benchExportFiles = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, measured, { changes: true });
