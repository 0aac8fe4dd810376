import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../database/open-database.ts';
import type { Caller } from './caller.ts';
import { permissionsOf } from './permissions.ts';
import { rightsColumns } from './read-caller.ts';

export interface Sessions {
  readonly open: (
    userId: number,
    from: { readonly address: string; readonly agent: string },
    now: Date,
  ) => Promise<string>;
  /** The person behind a session that is neither expired nor revoked, with the rights of this moment; else null. */
  readonly read: (sessionId: string, userId: number, now: Date) => Promise<Caller | null>;
  readonly revoke: (sessionId: string) => Promise<void>;
  /** Sessions of a user were ended or moved in a transaction: what is kept of them here is read anew. */
  readonly forget: (userId: number) => void;
}

/** Rights are read anew after this time at the latest. */
const freshMs = 1_000;
const seenEveryMs = 60_000;

interface SessionRow {
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
}

const readSession = `
  select u.username, u.full_name, u.active, s.expires_at, s.created_at, s.last_seen, ${rightsColumns}
  from session s join app_user u on u.id = s.user_id
  where s.id = $1::uuid and s.user_id = $2::bigint and s.revoked_at is null
    and s.created_at >= coalesce(u.sessions_from, '-infinity')`;

interface Held {
  readonly readAt: number;
  readonly expiresAt: number;
  readonly caller: Caller;
}

function versionOf(row: SessionRow): string {
  const rights = JSON.stringify([row.roles, row.perms, row.districts, row.work_districts, row.full_name]);
  return createHash('sha256').update(rights).digest('base64url').slice(0, 16);
}

export function createSessions(
  database: Pick<Database, 'owner'>,
  options: { readonly minutes: () => Promise<number>; readonly capHours: number },
): Sessions {
  const run = (text: string, values: readonly unknown[]) =>
    database.owner((client) => client.query(text, values));
  const held = new Map<string, Held>();
  const seen = new Map<string, number>();

  const load = async (sessionId: string, userId: number, at: number): Promise<Held | null> => {
    const { rows } = await database.owner((client) =>
      client.query<SessionRow & Record<string, unknown>>(readSession, [sessionId, userId]),
    );
    const row = rows[0];
    if (!row?.active) return null;
    const cap = Date.parse(row.created_at) + options.capHours * 3_600_000;
    return {
      readAt: at,
      expiresAt: Math.min(Date.parse(row.expires_at), cap),
      caller: {
        id: userId,
        username: row.username,
        full_name: row.full_name,
        sessionId,
        roles: row.roles,
        perms: permissionsOf(userId, row.perms),
        districts: row.districts ?? '*',
        workDistricts: row.work_districts ?? '*',
        permissionVersion: versionOf(row),
      },
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
      let session = held.get(sessionId);
      if (!session || session.caller.id !== userId || at - session.readAt >= freshMs || at < session.readAt) {
        held.delete(sessionId);
        const loaded = await load(sessionId, userId, at);
        if (!loaded) return null;
        session = loaded;
        if (held.size > 10_000) held.clear();
        held.set(sessionId, session);
      }
      if (session.expiresAt <= at) return null;
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
      return session.caller;
    },
    revoke: async (sessionId) => {
      held.delete(sessionId);
      await run('update session set revoked_at = now() where id = $1::uuid and revoked_at is null', [
        sessionId,
      ]);
      held.delete(sessionId);
    },
    forget: (userId) => {
      for (const [id, session] of held) if (session.caller.id === userId) held.delete(id);
    },
  };
}
