// Begins an export: asked by a person, or by the clock.
import { type Caller, whoOf } from '../../access/caller.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import { Problem } from '../../problem.ts';
import type { RecordServer } from '../../records/served.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { districtsOf } from '../../reports/districts.ts';
import { demandDistricts, demandRight, EXPORT, exportTypeOf } from './asked.ts';
import { readyDistricts, standingOf } from './ready-districts.ts';

export interface ExportAsk {
  readonly type: string;
  readonly districts: readonly string[];
  readonly confirmed?: boolean;
}

type Server = RecordServer & { readonly jobs: Pick<JobRunner, 'start'> };

async function datasetOf({ database, now }: RecordServer, caller: Caller) {
  return (await chosenDataset(caller, database)) ?? (await defaultDataset(database, now()));
}

async function standing(server: RecordServer, caller: Caller, id: string, districts: readonly string[]) {
  const type = exportTypeOf(server, id);
  const dataset = await datasetOf(server, caller);
  return server.database.read(whoOf(caller), { dataset }, async (client) => {
    const { base_date, before } = await standingOf(server, client, type);
    return {
      dataset,
      base_date,
      ready: await readyDistricts(client, type, { districts, base_date }, before),
    };
  });
}

/** Districts that have something ready, of those named or of all that the caller works in. */
export async function readyFor(
  server: RecordServer,
  caller: Caller,
  type: string,
  named: readonly string[] | null,
): Promise<readonly string[]> {
  demandRight(caller, exportTypeOf(server, type));
  if (named) demandDistricts(caller, named);
  const districts =
    named ?? (await districtsOf({ districts: caller.workDistricts }, server.database, server.now()));
  const { ready } = await standing(server, caller, type, districts);
  return ready.map(({ district_code }) => district_code);
}

export async function beginExport(server: Server, caller: Caller, asked: ExportAsk) {
  const type = exportTypeOf(server, asked.type);
  demandRight(caller, type);
  const districts = [...asked.districts].sort();
  demandDistricts(caller, asked.districts);
  const { dataset, base_date, ready } = await standing(server, caller, type.id, districts);
  const idle = asked.districts.flatMap((code, i) =>
    ready.some(({ district_code }) => district_code === code)
      ? []
      : [{ pointer: `/districts/${i}`, message: `District ${code} has nothing ready.` }],
  );
  if (idle.length > 0)
    throw new Problem('refused', `${type.title}: ${idle[0]?.message} Nothing was exported.`, {
      errors: idle,
    });
  const early = ready.find(({ warning }) => warning !== null);
  if (early && asked.confirmed !== true)
    throw new Problem(
      'refused',
      `District ${early.district_code}: ${early.warning} Confirm to export all the same.`,
      { errors: [{ pointer: '/confirmed', message: `${early.warning}` }] },
    );
  const synthetic = dataset === 'synthetic';
  let id = 0;
  const job_id = await server.jobs.start(EXPORT, {
    payload: { title: type.title, type: type.id, districts, base_date, synthetic },
    userId: caller.id,
    key: [type.id, base_date, synthetic, ...districts].join(' '),
    also: async (client, jobId) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into export_job (type, districts, base_date, synthetic, job_id, created_by)
         values ($1::text, $2::text[], $3::date, $4::boolean, $5::bigint, $6::bigint) returning id`,
        [type.id, districts, base_date, synthetic, jobId, caller.id],
      );
      id = rows[0]?.id ?? 0;
    },
  });
  if (job_id === null)
    throw new Problem(
      'refused',
      'The same export is under way already. Wait until it is done, or cancel it.',
    );
  return { id, job_id, district: districts.at(-1) ?? '' };
}
