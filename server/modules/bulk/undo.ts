import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { entityFor } from '../../records/served.ts';
import { bulkJob } from './bulk-job.ts';
import { checkMayAsk, undoOf } from './may-ask.ts';
import { startBulk } from './start-bulk.ts';

export const handler: OperationHandler<'bulk.undo'> = async (call) => {
  const { params, body, context } = call;
  const caller = signedIn(call);
  const { payload, state } = await bulkJob(context, caller, params.id);
  if (state !== 'done' || payload.preview)
    throw new Problem('refused', `Job ${params.id} has changed nothing that could be taken back.`);
  const of = undoOf(context, payload.asked);
  if (of === null) throw new Problem('refused', 'What this did cannot be taken back.');
  const { list } = payload;
  const asked = { does: 'undo', job: params.id, of } as const;
  checkMayAsk(context, caller, entityFor(list, context), asked);
  const { preview = false, expected = null } = body;
  const undo = { list, asked, ids: null, criteria: null, preview, expected, stamp: body.stamp ?? null };
  return startBulk(context, caller, undo, body.request_id);
};
