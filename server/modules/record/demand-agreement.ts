import type { Entity } from '#src/core/entity.ts';
import { plainTitle } from '#src/core/page-address.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';
import { readRecord } from '../../records/read.ts';
import type { ParamValues } from '../../reports/bind-params.ts';
import { inForce } from '../../reports/document/gather.ts';
import { answerOf } from '../document/answer-of.ts';
import { scopeOf } from '../document/paper-server.ts';

/**
 * Refuses a move while figures that must agree before it do not. Asked before the move, in reads of their own: a
 * transaction that held the record meanwhile would keep others waiting for every report.
 */
export async function demandAgreement(
  context: Context,
  caller: Caller,
  entity: Entity,
  id: number,
  made: string,
): Promise<void> {
  const move = entity.life?.moves.find((one) => one.id === made);
  if (!move?.agrees) return;
  const { agrees } = move;
  const record = await context.database.read(whoOf(caller), {}, (client) =>
    readRecord(client, entity, caller, id),
  );
  // Of a record that is not there, or cannot make this move, the move itself tells.
  if (!record || !move.from.includes(String(record[entity.life?.field ?? '']))) return;
  const screen = visibleScreen(context.definitions.current(), agrees.screen, caller)?.screen;
  if (!screen) throw refused(`The figures of this record are compared on a page that you may not see.`);
  const scope = await scopeOf(caller, context);
  const given: ParamValues = Object.fromEntries(
    Object.entries(agrees.params).map(([param, field]) => [param, record[field]]),
  );
  const params = inForce(screen, given, scope);
  const rows = await answerOf(screen, agrees.data, { ...scope, params }, caller, context);
  if (!Array.isArray(rows))
    throw new Error(`"${agrees.data}" of "${agrees.screen}" answered no comparisons.`);
  const off = rows.filter(isJsonObject).filter(isOff);
  const [first] = off;
  if (!first) return;
  const others = off.length - 1;
  const more = others === 0 ? '' : others === 1 ? ', nor does another' : `, nor do ${others} others`;
  const what = `"${String(first.identity)}"`;
  const told =
    typeof first.problem === 'string'
      ? `${what} could not be compared: ${first.problem}`
      : `${what} does not agree yet${more}.`;
  throw refused(`${told} See ${plainTitle(screen.title)}.`);
}

function isOff({ difference, problem }: { readonly [column: string]: unknown }): boolean {
  return difference !== 0 || (problem ?? null) !== null;
}

function refused(message: string): Problem {
  return new Problem('refused', message, { errors: [{ pointer: '/move', message }] });
}
