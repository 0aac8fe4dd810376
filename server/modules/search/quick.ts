import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

/** What an id is taken for where nothing has it. */
const propertyType = 'PR';

interface Item {
  readonly id: number;
  readonly type: string;
  readonly label?: string;
  readonly address?: string;
  /** What a person recognises it by. */
  readonly blurb: string;
}

async function byId(
  client: DatabaseClient,
  entities: readonly Entity[],
  id: number,
  caller: Caller,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (const { fields, title, record } of entities) {
    const shown = fields.address && may(caller, fields.address.permission) ? 'address' : 'null';
    const { rows } = await client.query<{ address: string | null }>(
      `select ${shown} as address from ${quoted(record.view)} where id = $1::bigint`,
      [id],
    );
    const label = `${title} ${id}`;
    if (rows[0]) found.push({ id, type: record.itemType, label, blurb: rows[0].address ?? label });
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
  return rows.map(({ id, address }) => ({ id, type: propertyType, address, label: address, blurb: address }));
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
    if (isId) return byId(client, entities, Number(term), caller);
    return caller.perms.has('propV') ? byAddress(client, term) : Promise.resolve([]);
  });
  return { type: isId ? (items[0]?.type ?? propertyType) : 'address', items };
};
