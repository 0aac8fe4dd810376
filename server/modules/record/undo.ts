import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { entityFor } from '../../records/served.ts';
import { undoSave } from '../../records/undo.ts';

export const handler: OperationHandler<'record.undo'> = async (call) => {
  const { params, body, context } = call;
  const entity = entityFor(params.list, context);
  return found(await undoSave(context, signedIn(call), entity, params.id, body.version));
};
