import { type OperationHandler, signedIn } from '../../operation.ts';
import { previewRecord } from '../../records/preview.ts';
import { notThere } from '../../records/read.ts';
import { entityFor } from '../../records/served.ts';

export const handler: OperationHandler<'record.preview'> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const entity = entityFor(params.list, context);
  const { codes } = context.definitions.current();
  const found = await context.database.read(
    { userId: caller.id, districts: caller.districts },
    {},
    (client) => previewRecord(client, entity, caller, params.id, codes),
  );
  if (!found) throw notThere(entity, params.id);
  return found;
};
