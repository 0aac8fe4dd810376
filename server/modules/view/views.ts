import type { OperationAnswer } from '#src/generated/operations.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';

export type View = OperationAnswer['view.create'];
export type Sharing = View['sharing'];

/** The right to say what all of the company choose from. */
const forAll = 'coptU';

export function refuseForAll(caller: Caller, ...sharing: readonly (Sharing | undefined)[]): void {
  if (caller.perms.has(forAll) || sharing.every((one) => one === undefined || one === 'own')) return;
  throw new Problem(
    'not-allowed',
    'You may not change what is for all. Save the view as yours, or ask an administrator for the permission.',
  );
}

function columnsFor(caller: string): string {
  return `v.id, v.screen, v.block, v.name, v.sharing, v.layout, v.version, v.user_id = ${caller} as mine,
  (select u.full_name from app_user u where u.id = v.user_id) as owner`;
}

/** Row security says which of them there are. */
export async function viewsOf(
  client: DatabaseClient,
  caller: Caller,
  screen: string,
): Promise<readonly View[]> {
  const { rows } = await client.query<View & { readonly [column: string]: unknown }>(
    `select ${columnsFor('$1::bigint')} from grid_view v where v.screen = $2::text
     order by v.sharing <> 'own', lower(v.name), v.id limit 500`,
    [caller.id, screen],
  );
  return rows;
}

export async function findView(client: DatabaseClient, caller: Caller, id: number): Promise<View | null> {
  const { rows } = await client.query<View & { readonly [column: string]: unknown }>(
    `select ${columnsFor('$1::bigint')} from grid_view v where v.id = $2::bigint`,
    [caller.id, id],
  );
  return rows[0] ?? null;
}

export async function readView(client: DatabaseClient, caller: Caller, id: number): Promise<View> {
  const view = await findView(client, caller, id);
  if (!view) throw new Problem('not-found');
  return view;
}

type Named = Pick<View, 'screen' | 'block' | 'name' | 'sharing'>;

/** Two views with one name cannot be told apart where they are chosen. */
export async function checkName(
  client: DatabaseClient,
  caller: Caller,
  { screen, block, name, sharing }: Named,
  except: number | null = null,
): Promise<string> {
  const refuse = (message: string): never => {
    throw new Problem('refused', message, { errors: [{ pointer: '/name', message }] });
  };
  if (name.trim() === '') return refuse('Give the view a name.');
  const own = sharing === 'own';
  const { rowCount } = await client.query(
    `select 1 from grid_view where screen = $1::text and block = $2::text and lower(name) = lower($3::text)
       and (sharing = 'own') = $4::boolean and (not $4::boolean or user_id = $5::bigint) and id is distinct from $6::bigint`,
    [screen, block, name.trim(), own, caller.id, except],
  );
  if (rowCount > 0)
    return refuse(
      own
        ? 'You have a view of this name already. Choose another name.'
        : 'There is a view of this name for all already. Choose another name.',
    );
  return name.trim();
}

/** What the history tells: of which table, how it is called and for whom; not how somebody likes their columns. */
export function viewWork(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  before: Named | null,
  after: Named | null,
): Work {
  const change = (id: keyof Named) => ({ old: before?.[id] ?? null, new: after?.[id] ?? null });
  return {
    client,
    server: context,
    caller,
    entity: ownEntity('gridView', context),
    what: 'this view',
    told: () => ({
      screen: change('screen'),
      block: change('block'),
      name: change('name'),
      sharing: change('sharing'),
    }),
  };
}

export function refuseLocked({ sharing }: View): void {
  if (sharing === 'locked')
    throw new Problem('refused', 'This view is locked. Unlock it first, or save it under another name.');
}
