import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { codeOf, DatabaseSetupError } from './errors.ts';

export const requestRoles = ['cadastre_reader', 'cadastre_writer'] as const;

/** Makes the two roles of requests and lets the connected user change into them. May be repeated. */
export async function prepareRoles(client: pg.ClientBase, log: (line: string) => void): Promise<void> {
  const version = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const number = version.rows[0]?.version ?? 0;
  if (number < 150_000)
    throw new DatabaseSetupError(
      `The database is PostgreSQL ${Math.floor(number / 10_000)}. Cadastre needs 15 or newer.`,
    );
  for (const role of requestRoles) await makeRole(client, role);
  await closeWherePossible(client, log);
}

async function makeRole(client: pg.ClientBase, role: string): Promise<void> {
  const known = await client.query('select from pg_roles where rolname = $1', [role]);
  try {
    // Two first starts on one cluster may both find it missing: the loser's error is the answer it wanted.
    if (known.rowCount === 0)
      await client.query(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      );
    const member = await client.query<{ able: boolean }>('select pg_has_role(current_user, $1, $2) as able', [
      role,
      'member',
    ]);
    if (member.rows[0]?.able !== true) await client.query(`grant ${role} to current_user`);
    await client.query(`begin; set local role ${role}; rollback`);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (codeOf(error) !== '42501') throw error;
    throw new DatabaseSetupError(
      `The database user may not create or use the role ${role}. As a superuser run: create role cadastre_reader nologin; ` +
        'create role cadastre_writer nologin; grant cadastre_reader, cadastre_writer to <that user>.',
      { cause: error },
    );
  }
}

const closing = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'close-reader.sql'), 'utf8');

/** Closes to requests what outlives their transaction; for a superuser. `owner` where the database has another yet. */
export async function closeReader(client: pg.ClientBase, owner: string | null = null): Promise<void> {
  if (owner !== null) await client.query("select set_config('cadastre.owner', $1, false)", [owner]);
  await client.query(closing);
}

export interface RequestLimits {
  /** Whether a report could keep a lock or a setting beyond its transaction; then its connection is cleaned behind it. */
  readonly holds: boolean;
  /** Whether the temporary files of a request can be limited. */
  readonly temporaryFiles: boolean;
  /** Whether the whole of a transaction can be given a time (PostgreSQL 17 on). */
  readonly transactionTime: boolean;
}

export async function requestLimits(client: Pick<pg.ClientBase, 'query'>): Promise<RequestLimits> {
  const { rows } = await client.query<RequestLimits>(
    `select exists (select from pg_proc p
         where p.pronamespace = 'pg_catalog'::regnamespace
           and (p.proname ~ '^pg_(try_)?advisory_' or p.proname ~ '^lo_' or p.proname in ('set_config', 'pg_logical_emit_message', 'pg_notify'))
           and has_function_privilege('cadastre_reader', p.oid, 'execute')) as holds,
       has_parameter_privilege(current_user, 'temp_file_limit', 'set') as "temporaryFiles",
       current_setting('server_version_num')::integer >= 170000 as "transactionTime"`,
  );
  return rows[0] ?? { holds: true, temporaryFiles: false, transactionTime: false };
}

// What a report can call, it can keep: row security is lifted by a setting, work is stopped by a lock, the disk filled by messages.
async function closeWherePossible(client: pg.ClientBase, log: (line: string) => void): Promise<void> {
  const isClosed = ({ holds, temporaryFiles }: RequestLimits) => !holds && temporaryFiles;
  if (isClosed(await requestLimits(client))) return;
  try {
    await closeReader(client);
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
  }
  const limits = await requestLimits(client);
  if (isClosed(limits)) return;
  log(
    (limits.holds
      ? 'Reports are less bounded here: they can call functions that lift row security, keep locks or write to the log of the database. '
      : 'Reports are less bounded here: their temporary files have no limit. ') +
      'As a superuser run in this database: server/database/close-reader.sql',
  );
}
