import type pg from 'pg';

/** Connections that requests, jobs and sign-in of one server share at most. */
export const mostConnections = 32;
/** Left to backups, their tests, commands and whoever looks after the database, beside two servers. */
const otherConnections = 6;
// One for whoever holds a transaction, one for whoever it waits for.
const leastConnections = 2;

/** Half of what the database allows besides others: while one server takes over from another, both are there. */
export function poolSize(allowed: number, asked: number | null = null): number {
  const room = Math.max(leastConnections, allowed - otherConnections);
  if (asked !== null) return Math.min(asked, room);
  return Math.max(leastConnections, Math.min(mostConnections, Math.floor(room / 2)));
}

/** How many connections the database allows its user, who need be no superuser. */
export async function allowedConnections(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ allowed: number }>(
    `select least(
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true)::integer, 0),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as allowed`,
  );
  return rows[0]?.allowed ?? mostConnections;
}
