import { repeatImport } from '../../import/start-import.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandFile } from './demand-file.ts';

export const handler: OperationHandler<'import.repeat'> = async (call) => {
  const { id } = call.params;
  const caller = signedIn(call);
  await demandFile(call.context, caller, id);
  const started = await repeatImport(call.context, id, caller.id);
  if (started === 'not kept')
    throw new Problem('refused', `The upload of file ${id} is not kept here. Send the file again.`);
  if (started === 'open')
    throw new Problem(
      'refused',
      `The upload of file ${id} is being imported already. Wait until that is done.`,
    );
  return started;
};
