import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '#server/database/passwords.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

describe('the admin command', () => {
  const folder = temporaryFolder('admin');
  let test: TestDatabase;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    test = await createTestDatabase();
  });
  afterAll(async () => {
    await test.drop();
    folder.remove();
  });

  const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/admin.ts', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  const admin = (...args: readonly string[]) =>
    run(args, { DATABASE_URL: test.url, CADASTRE_DATA: folder.path });

  const hashOf = async (username: string) =>
    test.database.owner(async (client) => {
      const { rows } = await client.query<{ password_hash: string; active: boolean }>(
        'select p.password_hash, u.active from app_user u join user_password p on p.user_id = u.id where username = $1',
        [username],
      );
      return rows[0];
    });

  it('adds, disables, enables and resets a user', async () => {
    const added = admin('user', 'add', 'ann', '--role', 'valuer', '--valuer', '--full-name', 'Ann Other');
    expect(added.status).toBe(0);
    const first = added.stdout.trim().split('  ')[1] ?? '';
    expect(await verifyPassword(first, (await hashOf('ann'))?.password_hash ?? null)).toBe(true);
    await test.database.owner((client) =>
      client.query(`insert into session (id, user_id, expires_at)
        select gen_random_uuid(), id, now() + interval '1 hour' from app_user where username = 'ann'`),
    );
    expect(admin('user', 'disable', 'ann').stdout).toBe('ann is disabled.\n');
    expect((await hashOf('ann'))?.active).toBe(false);
    const open = await test.database.owner((client) =>
      client.query('select count(*) as n from session where revoked_at is null'),
    );
    expect(open.rows).toEqual([{ n: 0 }]);
    expect(admin('user', 'enable', 'ANN').status).toBe(0);
    const told = await test.database.owner((client) =>
      client.query("select from_version, fields from audit where table_name = 'app_user' order by id"),
    );
    expect(told.rows).toEqual([
      { from_version: 1, fields: { active: { old: true, new: false } } },
      { from_version: 2, fields: { active: { old: false, new: true } } },
    ]);
    const reset = admin('user', 'reset', 'ann').stdout.trim().split('  ')[1] ?? '';
    expect(await verifyPassword(first, (await hashOf('ann'))?.password_hash ?? null)).toBe(false);
    expect(await verifyPassword(reset, (await hashOf('ann'))?.password_hash ?? null)).toBe(true);
    expect(admin('user', 'list').stdout).toContain('ann  Ann Other  valuer  works in none');
  });

  it('takes a second factor away with its recovery codes, and the sign-ins that wait for it', async () => {
    admin('user', 'add', 'una');
    const of = `(select id from app_user where username = 'una')`;
    await test.database.owner(async (client) => {
      await client.query(`insert into user_factor (user_id, sealed, created_at, confirmed_at)
        values (${of}, '\\x00', now(), now())`);
      await client.query(`insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${of}, '\\x03', '\\x00', 0, '{}', 'Laptop', now())`);
      await client.query(`insert into recovery_code (user_id, code_hash) values (${of}, '\\x01')`);
      await client.query(`insert into sign_in_ticket (user_id, token_hash, expires_at)
        values (${of}, '\\x02', now() + interval '1 hour')`);
      await client.query(`insert into session (id, user_id, expires_at)
        values (gen_random_uuid(), ${of}, now() + interval '1 hour')`);
      await client.query(`insert into user_activity (user_id, factor_since) values (${of}, now())
        on conflict (user_id) do update set factor_since = excluded.factor_since`);
    });
    expect(admin('user', 'reset-factor', 'UNA').stdout).toBe('UNA signs in without a second factor.\n');
    const left = await test.database.owner((client) =>
      client.query(`select (select count(*) from user_factor where user_id = ${of}) as factors,
        (select count(*) from passkey where user_id = ${of}) as passkeys,
        (select count(*) from recovery_code where user_id = ${of}) as codes,
        (select count(*) from sign_in_ticket where user_id = ${of}) as waiting,
        (select count(*) from session where user_id = ${of} and revoked_at is null) as sessions,
        (select factor_since from user_activity where user_id = ${of}) as since`),
    );
    expect(left.rows).toEqual([{ factors: 0, passkeys: 0, codes: 0, waiting: 0, sessions: 0, since: null }]);
    expect(admin('user', 'reset-factor', 'una').stdout).toBe('una had no second factor.\n');
    expect(admin('user', 'reset-factor', 'nobody').status).toBe(1);
  });

  it('says what is wrong in a sentence, with the help where the words were wrong', () => {
    const unknown = admin('user', 'reset', 'nobody');
    expect([unknown.status, unknown.stderr.trim()]).toEqual([1, 'User "nobody" is unknown.']);
    const role = admin('user', 'add', 'bob', '--role', 'king');
    expect(role.stderr).toContain('Role "king" is unknown. Use one of: administrator, analyst');
    const verb = admin('user', 'praise', 'bob');
    expect(verb.status).toBe(2);
    expect(verb.stderr).toContain('npm run admin -- COMMAND');
    expect(admin('help').stdout).toContain('restore FILE');
  });

  it('starts the embedded database where none runs, and uses the running one beside a server', async () => {
    const env = { DATABASE_URL: '', CADASTRE_DATA: folder.path };
    const alone = run(['user', 'add', 'carl'], env);
    expect([alone.status, alone.stdout.startsWith('carl  ')]).toEqual([0, true]);
    const server = spawn(
      process.execPath,
      ['--import', 'tsx', 'tests/server/database/run-embedded.ts', folder.path],
      {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    await once(server.stdout, 'data');
    const beside = run(['user', 'list'], env);
    expect(beside.stderr).toContain(`Using the database of the running server (process ${server.pid})`);
    expect(beside.stdout).toContain('carl  carl  viewer');
    const file = join(folder.path, 'all.gz');
    expect(run(['backup', file], env).stdout).toContain('rows of');
    expect(run(['restore', file], env).stderr).toContain('The database holds data');
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
});
