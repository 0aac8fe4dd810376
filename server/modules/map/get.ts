import { whoOf } from '../../access/caller.ts';
import { isMapAddress } from '../../access/search-by-hash.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem } from '../../problem.ts';
import { countRecords } from '../../records/count.ts';
import { checkCriteria } from '../../records/criteria.ts';
import { searchText } from '../../records/search-text.ts';
import { readSearch } from '../../records/searches.ts';
import { placedEntity } from './placed-entity.ts';

export const handler: OperationHandler<'map.get'> = async (call) => {
  const caller = signedIn(call);
  const { params, context } = call;
  const { database } = context;
  const { uuid } = params;
  const search = isMapAddress(uuid) ? await readSearch(database, uuid, caller.id) : null;
  if (!search) throw new Problem('not-found');
  const entity = placedEntity(context, caller, search.list);
  checkCriteria(search.criteria, entity, caller);
  const [seen, kept] = await database.read(whoOf(caller), { dataset: 'both' }, async (client) => [
    await countRecords(client, entity, search.criteria),
    await client.query<{ title: string | null }>('select title from map_state where uuid = $1::uuid', [uuid]),
  ]);
  if (seen.count === 0)
    throw new Problem('not-found', 'Nothing that this map shows is there any more, or yours to see.');
  const { codes } = context.definitions.current();
  const { title } = found(kept.rows[0]);
  return { uuid, list: search.list, title, text: await searchText(search, entity, codes, caller, database) };
};
