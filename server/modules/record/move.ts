import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { moveRecord } from '../../records/move.ts';
import { entityFor } from '../../records/served.ts';
import { demandAgreement } from './demand-agreement.ts';
import { keepMoved } from './keep-moved.ts';

export const handler: OperationHandler<'record.move'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  const entity = entityFor(params.list, context);
  await demandAgreement(context, caller, entity, params.id, body.move);
  const record = found(await moveRecord(context, caller, entity, params.id, body));
  await keepMoved(context, caller, entity, record, body.move);
  return record;
};
