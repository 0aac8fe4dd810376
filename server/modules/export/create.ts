import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { demandDistricts, demandRight, EXPORT, exportTypeOf } from './asked.ts';
import { readyDistricts, standingOf } from './ready-districts.ts';

export const handler: OperationHandler<'export.create'> = async (call) => {
  const { context, body } = call;
  const { database } = context;
  const caller = signedIn(call);
  const type = exportTypeOf(context, body.type);
  demandRight(caller, type);
  const districts = [...body.districts].sort();
  demandDistricts(caller, body.districts);
  const dataset = (await chosenDataset(caller, database)) ?? (await defaultDataset(database, context.now()));
  const { base_date, ready } = await database.read(whoOf(caller), { dataset }, async (client) => {
    const { base_date: on, before } = await standingOf(context, client, type);
    return { base_date: on, ready: await readyDistricts(client, type, { districts, base_date: on }, before) };
  });
  const idle = body.districts.flatMap((code, i) =>
    ready.some(({ district_code }) => district_code === code)
      ? []
      : [{ pointer: `/districts/${i}`, message: `District ${code} has nothing ready.` }],
  );
  if (idle.length > 0)
    throw new Problem('refused', `${type.title}: ${idle[0]?.message} Nothing was exported.`, {
      errors: idle,
    });
  const early = ready.find(({ warning }) => warning !== null);
  if (early && body.confirmed !== true)
    throw new Problem(
      'refused',
      `District ${early.district_code}: ${early.warning} Confirm to export all the same.`,
      {
        errors: [{ pointer: '/confirmed', message: `${early.warning}` }],
      },
    );
  const synthetic = dataset === 'synthetic';
  let id = 0;
  const job_id = await context.jobs.start(EXPORT, {
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
};
