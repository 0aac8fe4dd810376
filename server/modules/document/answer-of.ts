import type { LinkedScreen } from '#src/core/linked.ts';
import { readPath, resolveValue } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { askOperation } from '../../plugins/ask-operation.ts';
import { Problem } from '../../problem.ts';

/** What a screen's operation answers on paper, as the page would have it. */
export async function answerOf(
  screen: LinkedScreen,
  source: string,
  scope: Scope,
  caller: Caller,
  context: Context,
): Promise<unknown> {
  const linked = screen.data[source];
  if (linked?.kind !== 'operation') throw new Problem('not-found');
  const given = resolveValue(linked.params, scope, () => null);
  const answer = await askOperation(linked.operation, isJsonObject(given) ? given : {}, caller, context);
  return linked.at ? (readPath({ answer }, ['answer', ...linked.at]) ?? null) : answer;
}
