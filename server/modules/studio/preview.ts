import { readOther } from '../../access/people.ts';
import { maySee } from '../../definitions/manifest.ts';
import { narrowed } from '../../definitions/previews.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<'studio.preview'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const kind = knownKind(body.path);
  const other = await readOther(context.database, { role: body.role ?? null, user: body.user ?? null });
  if (other)
    context.log.security('definition-preview', {
      user: caller.id,
      path: body.path,
      role: body.role ?? null,
      as: body.user ?? null,
    });
  const actor = other ? narrowed(caller, other) : caller;
  const { findings, elsewhere, definitions } = await context.studio.attempt(body.path, body.text);
  const id = kind === 'screen' ? body.path.replace(/^screens\/|\.json$/g, '') : null;
  const ready = id === null ? undefined : definitions.screens.get(id);
  const visible = ready ? maySee(ready, actor) : false;
  // What may not be published is not looked at either: it could read what its own screen's rights withhold.
  const sound = !findings.some(({ severity }) => severity === 'error');
  const kept =
    ready && visible && sound ? context.studio.previews.keep(ready, caller, actor, context.now()) : null;
  context.definitions.lend(definitions.validators);
  return {
    screen: kept?.screen ?? null,
    findings: [...findings, ...elsewhere],
    visible,
    roles: actor.roles,
    perms: [...actor.perms].sort(),
  };
};
