import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { versionOf } from '../../records/conflict.ts';
import { saveIn } from '../../records/in-transaction.ts';
import { checkName, readView, refuseForAll, refuseLocked, viewWork } from './views.ts';

export const handler: OperationHandler<'view.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  return context.database.write(whoOf(caller), async (client) => {
    const stored = await readView(client, caller, params.id);
    const { layout, sharing = stored.sharing } = body;
    refuseForAll(caller, stored.sharing, sharing);
    if (sharing === 'own' && !stored.mine)
      throw new Problem(
        'refused',
        `Only ${stored.owner ?? 'whoever made it'} may keep this view to themselves.`,
      );
    // To unlock it is the one change that a locked view takes.
    if (sharing === 'locked' && (layout ?? body.name) !== undefined) refuseLocked(stored);
    const named = { ...stored, name: body.name ?? stored.name, sharing };
    const name = await checkName(client, caller, named, stored.id);
    const work = viewWork(client, context, caller, stored, { ...named, name });
    await saveIn({ ...work, current: () => readView(client, caller, params.id) }, params.id, {
      ...versionOf(body),
      name,
      sharing,
      ...(layout === undefined ? {} : { layout }),
    });
    return readView(client, caller, params.id);
  });
};
