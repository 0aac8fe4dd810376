import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { entityFor } from '../../records/served.ts';

/** The record type of a list, where its records have a place and the caller may see them; else throws a problem. */
export function placedEntity(context: Context, caller: Caller, list: string): Entity {
  const entity = entityFor(list, context);
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  if (!entity.position)
    throw new Problem('refused', `A ${entity.title.toLowerCase()} has no place on a map.`);
  return entity;
}
