import type { Entity } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import { codeOf } from '../../database/errors.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../in-transaction.ts';
import { runMove } from '../move.ts';
import type { Plan } from '../plan.ts';
import { writePlans } from '../write.ts';
import type { Planned } from './plan-proposals.ts';
import { oneOf } from './proposal.ts';

/** What was written of a plan: the number of its record, or the sentence with which it was refused. */
export type WrittenOrRefused = { readonly id: number } | { readonly refused: string };

/**
 * Writes plans in one go. Where the database refuses, they are halved until the one that it refuses stands alone: it is
 * told with its reason, and the others are written.
 */
export async function writePlanned(
  work: Work,
  planned: readonly (Planned & { readonly plan: Plan })[],
): Promise<readonly WrittenOrRefused[]> {
  if (planned.length === 0) return [];
  const { client, caller, entity } = work;
  // What a move runs belongs to its record, and may read what it did for the one before.
  if (planned.length > 1 && planned.some(({ move }) => move && move.runs !== null && !move.together)) {
    const each: WrittenOrRefused[] = [];
    for (const one of planned) each.push(...(await writePlanned(work, [one])));
    return each;
  }
  await client.query('savepoint many');
  try {
    const plans = planned.map(({ plan }) => plan);
    const ids = await writePlans(client, plans, caller.id);
    for (const [move, moved] of movedBy(planned, ids)) await runMove(client, move, moved);
    await client.query('release savepoint many');
    return ids.map((id) => ({ id }));
  } catch (error) {
    const [first] = planned;
    const refused = first && sentenceOf(error, entity, first.plan);
    if (refused === null || refused === undefined) throw error;
    await client.query('rollback to savepoint many');
    await client.query('release savepoint many');
    if (planned.length === 1) return [{ refused }];
    const half = Math.ceil(planned.length / 2);
    return [
      ...(await writePlanned(work, planned.slice(0, half))),
      ...(await writePlanned(work, planned.slice(half))),
    ];
  }
}

function movedBy(planned: readonly Planned[], ids: readonly number[]): ReadonlyMap<Move, readonly number[]> {
  const moved = new Map<Move, number[]>();
  for (const [i, { move }] of planned.entries())
    if (move) moved.set(move, [...(moved.get(move) ?? []), ids[i] ?? 0]);
  return moved;
}

/** Why the database refuses a row, for the person who asked; null for what is no matter of the row. */
function sentenceOf(error: unknown, entity: Entity, { action }: Plan): string | null {
  if (error instanceof Problem) return error.message;
  switch (codeOf(error)) {
    case '23502':
      return 'A value is needed that is missing.';
    case '23503':
      return action === 'delete'
        ? `Other records refer to this ${oneOf(entity)}.`
        : 'It refers to what is not there.';
    case '23505':
      return `There is such a ${oneOf(entity)} already.`;
    case '23514':
      return 'A value is not accepted by a rule of the table.';
    case '42501':
      return 'You may not write this record.';
    default:
      return null;
  }
}
