import type { Criterion } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { readSearch } from '../../records/searches.ts';
import { placedEntity } from './placed-entity.ts';

export const handler: OperationHandler<'map.open'> = async (call) => {
  const caller = signedIn(call);
  const { params, body, context } = call;
  const { list } = params;
  const { ids = [], title = null } = body;
  const entity = placedEntity(context, caller, list);
  const shown = ids.length > 0 ? chosen(ids) : await searched(context, caller, list, body.hash);
  checkCriteria(shown.criteria, entity, caller);
  const made = await context.database.write(whoOf(caller), (client) =>
    client.query<{ uuid: string }>(
      `insert into map_state (list, search_type, criteria, title)
       values ($1::text, $2::text, $3::jsonb, $4::text) returning uuid`,
      [list, shown.searchType, JSON.stringify(shown.criteria), title],
    ),
  );
  const [row] = made.rows;
  if (!row) throw new Error('A map was kept without an address.');
  return { uuid: row.uuid };
};

interface Shown {
  readonly searchType: 'simple' | 'full';
  readonly criteria: readonly Criterion[];
}

function chosen(ids: readonly number[]): Shown {
  return { searchType: 'full', criteria: [{ fld: 'id', op: 'oneof', val: [...ids] }] };
}

async function searched(
  context: Context,
  caller: Caller,
  list: string,
  hash: string | undefined,
): Promise<Shown> {
  if (hash === undefined) {
    const message = 'Give a search, or the records that the map is to show.';
    throw new Problem('refused', message, { errors: [{ pointer: '/hash', message }] });
  }
  const search = await readSearch(context.database, hash, caller.id);
  if (search?.list !== list)
    throw new Problem('not-found', 'This search does not exist any more. Search again.');
  return search;
}
