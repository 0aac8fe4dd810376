import { UndoRefusal, undoFile } from '../../import/undo-files.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'import.undo'> = async (call) => {
  try {
    return await undoFile(call.context.database, call.params.id, signedIn(call).id);
  } catch (error) {
    if (error instanceof UndoRefusal) throw new Problem('refused', error.message);
    throw error;
  }
};
