import { importService } from '../../import/import-service.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<{ params: { id: number } }> = async (call) => {
  const started = await importService(call.context).repeat(call.params.id, signedIn(call).id);
  if (started === null) {
    throw new Problem(
      'refused',
      `The upload of file ${call.params.id} is not kept here. Send the file again.`,
    );
  }
  return started;
};
