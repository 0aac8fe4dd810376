import type { Entity } from '#src/core/entity.ts';
import type { Life, Move } from '#src/core/entity-parts.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import { isForced, type Versioned } from './conflict.ts';
import type { Ground } from './ground.ts';
import type { Held } from './hold.ts';
import { stateLabel } from './locked.ts';
import { type Plan, planOf, settle, type Who } from './plan.ts';
import type { Values } from './read.ts';
import { type Rejected, rejected } from './rejected.ts';
import { formScope } from './rules.ts';

/** A plan with what runs with it: inside the transaction, and after it. */
export interface MovePlan {
  readonly plan: Plan;
  readonly move: Move;
}

export interface AskedMove {
  readonly move: string;
  readonly by?: 'server';
  /** What is written with the state, of fields that nobody writes by hand. */
  readonly values?: Values;
}

/** The plan of a move: from this state, by this person, with what the move demands of the record. Pure. */
export function planMove(
  entity: Entity,
  held: Held,
  asked: Versioned & AskedMove,
  caller: Who,
  ground: Ground,
): MovePlan | Rejected {
  const refuse = (message: string) => rejected('refused', [{ pointer: '/move', message }]);
  const { life } = entity;
  const move = life?.moves.find(({ id }) => id === asked.move);
  if (!life || !move)
    return refuse(`"${asked.move}" is no move of a ${entity.singular ?? entity.title.toLowerCase()}.`);
  const why = refusedMove(entity, life, move, held, caller, ground, asked.by === 'server');
  if (why !== null) return refuse(why);
  // Work that is done in a state writes nothing of its own.
  const written = { ...(held.row[life.field] === move.to ? {} : { [life.field]: move.to }), ...asked.values };
  const settled = settle(entity, held, written, {}, ground);
  if ('errors' in settled) return settled;
  return {
    plan: { ...planOf(entity, 'update', held), ...settled, forced: isForced(asked, held.version) },
    move,
  };
}

/** Why this person may not make this move now; null when they may. */
function refusedMove(
  entity: Entity,
  { field }: Life,
  move: Move,
  held: Held,
  caller: Who,
  ground: Ground,
  byServer: boolean,
): string | null {
  if (move.hand === false && !byServer)
    return `${move.title} is not done by hand. It follows from other work, such as an export.`;
  const state = String(held.row[field] ?? '');
  if (!move.from.includes(state)) {
    const label = stateLabel(entity, state, ground);
    return `${move.title} cannot be done while it is "${label}". Open the record again.`;
  }
  if (move.needs !== null && !caller.perms.has(move.needs))
    return `You may not do this: ${move.title}. Ask somebody who may.`;
  if (move.notBy.some((field) => (held.row[field] ?? held.whole[field]) === caller.id))
    return `${move.title} is for somebody else to do: this record is yours.`;
  const form = { ...held.whole, ...held.children };
  if (move.check && evaluateExpression(move.check, formScope(form, ground.today)) === false)
    return move.message ?? `${move.title} cannot be done with this record as it is.`;
  return null;
}
