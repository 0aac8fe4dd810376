import type { Database } from '../database/open-database.ts';
import type { Caller } from './caller.ts';
import { permissionsOf } from './permissions.ts';

/** What a person may do and see, of `app_user` as u; the rights of this moment. */
export const rightsColumns = `
  coalesce((select array_agg(r.name order by r.name) from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id), '{}') as roles,
  coalesce((select array_agg(distinct rp.perm order by rp.perm) from user_role ur
    join role_permission rp on rp.role_id = ur.role_id where ur.user_id = u.id), '{}') as perms,
  user_districts(u.id, true) as districts, user_districts(u.id) as work_districts`;

/** A person without a session, for long work that they began; null once they may not sign in any more. */
export async function readCaller(database: Pick<Database, 'owner'>, userId: number): Promise<Caller | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<{
        username: string;
        full_name: string;
        roles: string[];
        perms: string[];
        districts: string[] | null;
        work_districts: string[] | null;
      }>(
        `select u.username, u.full_name, ${rightsColumns} from app_user u where u.id = $1::bigint and u.active`,
        [userId],
      ),
    { readOnly: true },
  );
  const row = rows[0];
  if (!row) return null;
  const { username, full_name, roles, perms, districts, work_districts } = row;
  return {
    id: userId,
    username,
    full_name,
    sessionId: '',
    roles,
    perms: permissionsOf(userId, perms),
    districts: districts ?? '*',
    workDistricts: work_districts ?? '*',
    permissionVersion: '',
  };
}
