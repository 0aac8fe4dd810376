// Roles and users as whom an admin may look at a definition.

import type { Database } from '../database/open-database.ts';
import type { Who } from '../database/transaction.ts';
import { Problem } from '../problem.ts';
import { permissionsOf } from './permissions.ts';

export interface Other {
  readonly roles: readonly string[];
  readonly perms: readonly string[];
  readonly districts: readonly string[] | '*';
  readonly workDistricts: readonly string[] | '*';
}

/**
 * The rights of a role or user; null for neither. A role has no districts of its own. Whose roles are whose is not for
 * every admin to read; what is looked at has no more rights than who looks.
 */
export async function readOther(
  database: Pick<Database, 'owner'>,
  { role, user }: { readonly role: string | null; readonly user: string | null },
): Promise<Other | null> {
  if (role !== null) {
    const { rows } = await database.owner(
      (client) =>
        client.query<{ perms: string[] }>(
          `select coalesce(array_agg(p.perm order by p.perm) filter (where p.perm is not null), '{}') as perms
         from role r left join role_permission p on p.role_id = r.id where r.name = $1::text group by r.id`,
          [role],
        ),
      { readOnly: true },
    );
    if (!rows[0]) throw new Problem('not-found', `There is no role "${role}".`);
    return { roles: [role], perms: rows[0].perms, districts: '*', workDistricts: '*' };
  }
  if (user === null) return null;
  const { rows } = await database.owner(
    (client) =>
      client.query<{
        id: number;
        roles: string[];
        perms: string[];
        districts: string[] | null;
        work_districts: string[] | null;
      }>(
        `select u.id,
         coalesce((select array_agg(r.name order by r.name) from user_role ur join role r on r.id = ur.role_id
           where ur.user_id = u.id), '{}') as roles,
         coalesce((select array_agg(distinct p.perm order by p.perm) from user_role ur
           join role_permission p on p.role_id = ur.role_id where ur.user_id = u.id), '{}') as perms,
         user_districts(u.id, true) as districts, user_districts(u.id) as work_districts
       from app_user u where u.username = $1::text`,
        [user],
      ),
    { readOnly: true },
  );
  const found = rows[0];
  if (!found) throw new Problem('not-found', `There is no user "${user}".`);
  const { id, roles, perms, districts, work_districts } = found;
  return {
    roles,
    perms: [...permissionsOf(id, perms)],
    districts: districts ?? '*',
    workDistricts: work_districts ?? '*',
  };
}

export async function listPeople(
  database: Pick<Database, 'read'>,
  who: Who,
): Promise<{
  readonly roles: readonly { readonly name: string; readonly title: string }[];
  readonly users: readonly { readonly username: string; readonly full_name: string }[];
}> {
  return database.read(who, {}, async (client) => {
    const roles = await client.query<{ name: string; title: string }>(
      'select name, title from role order by title',
    );
    const users = await client.query<{ username: string; full_name: string }>(
      'select username, full_name from app_user where active order by full_name, username',
    );
    return { roles: roles.rows, users: users.rows };
  });
}
