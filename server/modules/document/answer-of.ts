import type { LinkedScreen } from '#src/core/linked.ts';
import { resolveValue } from '#src/core/resolve/resolve-value.ts';
import { nobody, type Scope } from '#src/core/scope.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { readRecord } from '../../records/read.ts';
import { entityFor } from '../../records/served.ts';

/** What a screen's operation answers on paper: a record; other calls are for the page alone. */
export async function answerOf(
  screen: LinkedScreen,
  source: string,
  params: Scope['params'],
  caller: Caller,
  context: Context,
): Promise<unknown> {
  const linked = screen.data[source];
  if (linked?.kind !== 'operation' || linked.operation !== 'record.get')
    throw new Problem('refused', `"${source}" of this page cannot be put on paper.`);
  const given = resolveValue(linked.params, { ...nobody, params }, () => null);
  const list = isJsonObject(given) ? given.list : null;
  const id = Number(isJsonObject(given) ? given.id : Number.NaN);
  if (typeof list !== 'string' || !Number.isSafeInteger(id)) throw new Problem('not-found');
  const entity = entityFor(list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  const who = { userId: caller.id, districts: caller.districts };
  const record = await context.database.read(who, {}, (client) => readRecord(client, entity, caller, id));
  if (record === null) throw new Problem('not-found');
  return record;
}
