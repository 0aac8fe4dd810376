import type { Database } from '../database/open-database.ts';

export interface ServerFacts {
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  /** Sessions that have not ended. */
  readonly sessions: number;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly applied_at: string;
  }[];
  readonly [column: string]: unknown;
}

/** What the database is, and how many are signed in: from tables that are closed to requests. */
export async function readServerFacts(database: Pick<Database, 'owner'>): Promise<ServerFacts> {
  const { rows } = await database.owner(
    (client) =>
      client.query<ServerFacts>(
        `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
         (select count(*)::integer from session where revoked_at is null and expires_at > now()) as sessions,
         (select jsonb_agg(jsonb_build_object('number', number, 'name', name, 'applied_at', applied_at) order by number)
          from migration) as migrations`,
      ),
    { readOnly: true },
  );
  return rows[0] ?? { version: '', size: 0, sessions: 0, migrations: [] };
}
