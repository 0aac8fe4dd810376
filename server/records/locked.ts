import type { Entity } from '#src/core/entity.ts';
import type { Ground } from './ground.ts';
import type { Held } from './hold.ts';
import { type Rejected, rejected } from './rejected.ts';

/** How people call a state of a life. */
export function stateLabel({ fields, life }: Entity, state: string, { codes }: Ground): string {
  const rows = codes.get(fields[life?.field ?? '']?.codes ?? '') ?? [];
  return rows.find(({ code }) => code === state)?.label ?? state;
}

/** Why a record in its state is neither saved nor deleted; null where it is. Moves out of the state are no save. */
export function refuseLocked(
  entity: Entity,
  { row }: Held,
  ground: Ground,
  what: 'changed' | 'deleted',
): Rejected | null {
  const { life } = entity;
  const state = String(row[life?.field ?? ''] ?? '');
  if (!life?.locked.includes(state)) return null;
  const moves = life.moves.filter(({ from }) => from.includes(state)).map(({ title }) => `"${title}"`);
  const way = moves.length > 0 ? `Use ${moves.join(' or ')} first.` : 'No move leads out of this state.';
  const name = entity.singular ?? entity.title.toLowerCase();
  const message = `This ${name} cannot be ${what} while it is "${stateLabel(entity, state, ground)}". ${way}`;
  return rejected('refused', [{ pointer: `/${life.field}`, message }]);
}
