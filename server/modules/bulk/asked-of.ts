import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';
import type { Values } from '../../records/read.ts';
import { readSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';
import type { Asked, BulkPayload } from './bulk-payload.ts';

export interface BulkBody {
  readonly action: 'set' | 'move' | 'delete';
  readonly values?: Values;
  readonly move?: string;
  readonly ids?: readonly number[];
  readonly hash?: string;
  readonly expected?: number;
  readonly stamp?: string;
}

/** The payload of a body: one action with what it needs, over ids or all that a search finds. */
export async function payloadOf(
  context: Context,
  caller: Caller,
  list: string,
  body: BulkBody,
  preview: boolean,
): Promise<BulkPayload> {
  return {
    list,
    asked: askedOf(body),
    ...(await targetOf(context, caller, list, body)),
    preview,
    expected: body.expected ?? null,
    stamp: body.stamp ?? null,
  };
}

/** Which records a body names: by their numbers, or by the hash of a search. */
export async function targetOf(
  context: Context,
  caller: Caller,
  list: string,
  { ids, hash }: Pick<BulkBody, 'ids' | 'hash'>,
): Promise<Pick<BulkPayload, 'ids' | 'criteria'>> {
  if ((ids === undefined) === (hash === undefined))
    throw invalid('/ids', 'Say which records: either "ids", or the "hash" of a search.');
  if (hash === undefined) return { ids: ids ?? [], criteria: null };
  const search = await readSearch(context.database, hash, caller.id);
  if (!search || search.list !== list)
    throw new Problem('not-found', 'This search does not exist any more. Search again.');
  checkCriteria(search.criteria, entityFor(list, context), caller);
  return { ids: null, criteria: search.criteria };
}

function askedOf({ action, values, move }: BulkBody): Asked {
  switch (action) {
    case 'set':
      if (values === undefined || Object.keys(values).length === 0)
        throw invalid('/values', 'Say which fields get which values.');
      return { does: 'set', values };
    case 'move':
      if (move === undefined) throw invalid('/move', 'Say which move.');
      return { does: 'move', move };
    case 'delete':
      return { does: 'delete' };
  }
}

function invalid(pointer: string, message: string): Problem {
  return new Problem('invalid-request', message, { errors: [{ pointer, message }] });
}
