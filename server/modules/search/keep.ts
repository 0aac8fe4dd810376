import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { criteriaText } from '../../records/criteria-text.ts';
import { entityFor } from '../../records/record-save.ts';
import { keepSearch, readSearch } from '../../records/searches.ts';

interface Input {
  readonly params: { readonly hash: string };
  readonly body: { readonly name?: string | null; readonly favourite?: boolean };
}

export const handler: OperationHandler<Input> = async (call) => {
  const caller = signedIn(call);
  const { context, params, body } = call;
  const search = await readSearch(context.database, params.hash, caller.id);
  if (!search) throw new Problem('not-found', 'This search does not exist any more. Search again.');
  const entity = entityFor(search.list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  const name = body.name === undefined ? undefined : body.name?.trim() || null;
  const kept = await keepSearch(context.database, caller.id, search, {
    ...(name === undefined ? {} : { name }),
    ...(body.favourite === undefined ? {} : { favourite: body.favourite }),
  });
  return { ...kept, text: criteriaText(kept.criteria, entity, context.definitions.current().codes) };
};
