import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { chosenDataset, defaultDataset } from '../../reports/dataset.ts';
import { districtsOf } from '../../reports/districts.ts';
import { demandRight, exportTypeOf } from './asked.ts';
import { readyDistricts, standingOf } from './ready-districts.ts';

export const handler: OperationHandler<'export.ready'> = async (call) => {
  const { context, params } = call;
  const { database } = context;
  const caller = signedIn(call);
  const type = exportTypeOf(context, params.type);
  demandRight(caller, type);
  const dataset = (await chosenDataset(caller, database)) ?? (await defaultDataset(database, context.now()));
  const districts = await districtsOf({ districts: caller.workDistricts }, database, context.now());
  return database.read(whoOf(caller), { dataset }, async (client) => {
    const { base_date, before } = await standingOf(context, client, type);
    return {
      type: [
        {
          title: type.title,
          description: type.description,
          base_year: base_date === null ? null : Number(base_date.slice(0, 4)),
        },
      ],
      items: await readyDistricts(client, type, { districts, base_date }, before),
    };
  });
};
