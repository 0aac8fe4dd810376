import { type Caller, whoOf } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import type { Context } from '../../context.ts';
import { ImportRefusal } from '../../import/refusal.ts';
import { undoTable } from '../../import/tables/undo-table.ts';
import { ForeignUndo, UndoRefusal, undoFile } from '../../import/undo-files.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { demandFile } from './demand-file.ts';

/** The kind of a file that is none of sales; who may not bring such files takes none back. */
async function kindOfFile({ database, definitions }: Context, caller: Caller, id: number) {
  const { rows } = await database.read(whoOf(caller), {}, (client) =>
    client.query<{ kind: string }>('select kind from import_file where id = $1::bigint', [id]),
  );
  const kind = definitions.current().imports.get(rows[0]?.kind ?? '') ?? null;
  if (kind && !may(caller, kind.needs))
    throw new Problem('not-allowed', `You may not take back files of “${kind.title}”. Ask an administrator.`);
  return kind;
}

export const handler: OperationHandler<'import.undo'> = async (call) => {
  const caller = signedIn(call);
  const { id } = call.params;
  await demandFile(call.context, caller, id);
  const kind = await kindOfFile(call.context, caller, id);
  try {
    if (kind) return await undoTable(call.context, caller, kind, id);
    return await undoFile(call.context.database, id, caller.id, caller.workDistricts);
  } catch (error) {
    if (error instanceof ForeignUndo) throw new Problem('not-allowed', error.message);
    if (error instanceof UndoRefusal || error instanceof ImportRefusal)
      throw new Problem('refused', error.message);
    throw error;
  }
};
