import { repeatImport } from '../../import/start-import.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'import.repeat'> = async (call) => {
  const { id } = call.params;
  const started = await repeatImport(call.context, id, signedIn(call).id);
  if (started === 'not kept')
    throw new Problem('refused', `The upload of file ${id} is not kept here. Send the file again.`);
  if (started === 'open')
    throw new Problem(
      'refused',
      `The upload of file ${id} is being imported already. Wait until that is done.`,
    );
  return started;
};
