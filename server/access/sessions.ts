import { createHash, randomUUID } from 'node:crypto';
import { type Needed, neededColumns, neededOf } from '../database/needed.ts';
import type { Database } from '../database/open-database.ts';
import { currentWork } from '../database/work.ts';
import type { Caller } from './caller.ts';
import { permissionsOf } from './permissions.ts';
import { rightsColumns } from './read-caller.ts';
import { sysparamStamp } from './system-parameters.ts';

export interface Sessions {
  readonly open: (
    userId: number,
    from: { readonly address: string; readonly agent: string },
    now: Date,
  ) => Promise<string>;
  /** The person behind a session that is neither expired nor revoked, with the rights of this moment; else null. */
  readonly read: (sessionId: string, userId: number, now: Date) => Promise<Caller | null>;
  readonly revoke: (sessionId: string) => Promise<void>;
}

/** What stands in the database at the moment of a request, whichever server wrote it. */
export interface Marks {
  /** Of the newest version of any definition. */
  readonly definitions: number;
  /** Of the last change of a system parameter. */
  readonly sysparams: string;
}

const seenEveryMs = 60_000;

interface SessionRow extends Partial<Needed> {
  readonly username: string;
  readonly full_name: string;
  readonly active: boolean;
  readonly expires_at: string;
  readonly created_at: string;
  readonly last_seen: string;
  readonly roles: string[];
  readonly perms: string[];
  readonly districts: string[] | null;
  readonly work_districts: string[] | null;
  readonly definitions: number;
  readonly sysparams: string | null;
}

const sessionStatement = (more: string) => `
  select u.username, u.full_name, u.active, s.expires_at, s.created_at, s.last_seen, ${rightsColumns},
    (select coalesce(max(id), 0) from definition_version) as definitions, (${sysparamStamp}) as sysparams${more}
  from session s join app_user u on u.id = s.user_id
  where s.id = $1::uuid and s.user_id = $2::bigint and s.revoked_at is null
    and s.created_at >= coalesce(u.sessions_from, '-infinity')`;

function versionOf(row: SessionRow): string {
  const rights = JSON.stringify([row.roles, row.perms, row.districts, row.work_districts, row.full_name]);
  return createHash('sha256').update(rights).digest('base64url').slice(0, 16);
}

export function createSessions(
  database: Pick<Database, 'owner' | 'replica'>,
  options: {
    readonly minutes: () => Promise<number>;
    readonly capHours: number;
    /** Told before the caller is answered, so that a request finds in force what another server has put in force. */
    readonly heard?: (marks: Marks) => Promise<void>;
  },
): Sessions {
  const run = (text: string, values: readonly unknown[]) =>
    database.owner((client) => client.query(text, values), { aside: true });
  const readSession = sessionStatement(database.replica ? `, ${neededColumns('u.id')}` : '');
  const seen = new Map<string, number>();

  /** Read with every request: another server may have ended the session, or taken rights, a moment ago. */
  const load = async (sessionId: string, userId: number, at: number): Promise<Caller | null> => {
    const { rows } = await database.owner(
      (client) => client.query<SessionRow & Record<string, unknown>>(readSession, [sessionId, userId]),
      { readOnly: true },
    );
    const row = rows[0];
    if (!row?.active) return null;
    const work = currentWork();
    if (work) Object.assign(work, { user: userId, needed: neededOf(row) });
    const cap = Date.parse(row.created_at) + options.capHours * 3_600_000;
    if (Math.min(Date.parse(row.expires_at), cap) <= at) return null;
    await options.heard?.({ definitions: Number(row.definitions), sysparams: row.sysparams ?? '' });
    return {
      id: userId,
      username: row.username,
      full_name: row.full_name,
      sessionId,
      roles: row.roles,
      perms: permissionsOf(userId, row.perms),
      districts: row.districts ?? '*',
      workDistricts: row.work_districts ?? '*',
      permissionVersion: versionOf(row),
    };
  };

  return {
    open: async (userId, from, now) => {
      const id = randomUUID();
      const expires = new Date(now.getTime() + (await options.minutes()) * 60_000);
      await run(
        `insert into session (id, user_id, created_at, last_seen, expires_at, address, agent)
         values ($1::uuid, $2::bigint, $3::timestamptz, $3::timestamptz, $4::timestamptz, $5::text, $6::text)`,
        [id, userId, now.toISOString(), expires.toISOString(), from.address, from.agent.slice(0, 300)],
      );
      return id;
    },
    read: async (sessionId, userId, now) => {
      const at = now.getTime();
      const caller = await load(sessionId, userId, at);
      if (!caller) return null;
      if (at - (seen.get(sessionId) ?? 0) >= seenEveryMs) {
        if (seen.size > 10_000) seen.clear();
        seen.set(sessionId, at);
        const values = [sessionId, now.toISOString(), userId];
        await run(
          `with s as (update session set last_seen = $2::timestamptz where id = $1::uuid)
           insert into user_activity (user_id, last_active) values ($3::bigint, $2::timestamptz)
           on conflict (user_id) do update set last_active = excluded.last_active`,
          values,
        );
      }
      return caller;
    },
    revoke: async (sessionId) => {
      await run('update session set revoked_at = now() where id = $1::uuid and revoked_at is null', [
        sessionId,
      ]);
    },
  };
}
