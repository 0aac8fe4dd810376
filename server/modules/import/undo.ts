import { ForeignUndo, UndoRefusal, undoFile } from '../../import/undo-files.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandFile } from './demand-file.ts';

export const handler: OperationHandler<'import.undo'> = async (call) => {
  const caller = signedIn(call);
  const { id } = call.params;
  await demandFile(call.context, caller, id);
  try {
    return await undoFile(call.context.database, id, caller.id, caller.workDistricts);
  } catch (error) {
    if (error instanceof ForeignUndo) throw new Problem('not-allowed', error.message);
    if (error instanceof UndoRefusal) throw new Problem('refused', error.message);
    throw error;
  }
};
