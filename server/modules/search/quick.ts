import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { type Caller, type OperationHandler, signedIn } from '../../operation.ts';
import { quoted } from '../../query/json-page.ts';

interface Item {
  readonly id: number;
  readonly type: string;
  readonly label?: string;
  readonly address?: string;
}

async function byId(
  client: DatabaseClient,
  entities: readonly Entity[],
  id: number,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (const { title, record } of entities) {
    const { rowCount } = await client.query(`select from ${quoted(record.table)} where id = $1::bigint`, [
      id,
    ]);
    if (rowCount > 0) found.push({ id, type: record.itemType, label: `${title} ${id}` });
  }
  return found;
}

async function byAddress(client: DatabaseClient, term: string): Promise<readonly Item[]> {
  const words = term
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, 8);
  const { rows } = await client.query<{ id: number; address: string }>(
    `select id, address from property
     where status <> 'X' and address ilike all($1::text[]) order by address, id limit 20`,
    [words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)],
  );
  return rows.map(({ id, address }) => ({ id, type: 'PR', address, label: address }));
}

function viewable(entities: Iterable<Entity>, caller: Caller): readonly Entity[] {
  return [...entities].filter((entity) => caller.perms.has(entity.record.permissions.view));
}

export const handler: OperationHandler<{ query: { term: string } }> = async (call) => {
  const caller = signedIn(call);
  const { context } = call;
  const term = call.query.term.trim();
  if (term === '') return { type: 'address', items: [] };
  const entities = viewable(context.definitions.current().entities.values(), caller);
  const isId = /^\d{1,15}$/.test(term);
  const who = { userId: caller.id, districts: caller.districts };
  const items = await context.database.read(who, { timeoutMs: 5_000 }, (client) => {
    if (isId) return byId(client, entities, Number(term));
    return caller.perms.has('propV') ? byAddress(client, term) : Promise.resolve([]);
  });
  return { type: isId ? (items[0]?.type ?? 'id') : 'address', items };
};
