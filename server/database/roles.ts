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
  await withdrawSetConfig(client, log);
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

// set_config() would let the SQL of a report lift its own row security; only a superuser can take it from everybody.
async function withdrawSetConfig(client: pg.ClientBase, log: (line: string) => void): Promise<void> {
  const signature = 'pg_catalog.set_config(text, text, boolean)';
  const open = async () => {
    const result = await client.query<{ open: boolean }>(
      'select has_function_privilege($1, $2, $3) as open',
      ['cadastre_reader', signature, 'execute'],
    );
    return result.rows[0]?.open === true;
  };
  if (!(await open())) return;
  try {
    await client.query(`revoke execute on function ${signature} from public`);
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
  }
  if (await open())
    log(
      'Row security of reports is weaker here: set_config() is open to everybody. ' +
        `As a superuser run in this database: revoke execute on function ${signature} from public`,
    );
}
