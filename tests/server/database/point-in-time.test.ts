// The recipe of docs/operations.md, on a PostgreSQL that archives its log: a base backup, and from it the office as it was at
// one moment afterwards.
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { prepareBinaries } from '#server/database/embedded/binaries.ts';
import { passwordsOf } from '#server/database/embedded/cluster.ts';
import { type Place, placeOf } from '#server/database/embedded/place.ts';
import { endPostmaster, startPostmaster } from '#server/database/embedded/postmaster.ts';
import { type EmbeddedServer, startEmbedded } from '#server/database/embedded/start.ts';
import { watch } from '#server/database/embedded/watchdog.ts';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { longWaitMs } from '#server/database/pool.ts';
import { ensureAdministrator, resetPassword } from '#server/database/users.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { ask, copyCluster, urlAt } from '#tests/support/cluster-copy.ts';
import { everybody } from '#tests/support/database.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { password, startBeside } from '#tests/support/http.ts';
import { addSales } from '#tests/support/http-fixture.ts';

const folders = {
  primary: temporaryFolder('archiving'),
  archive: temporaryFolder('archive'),
  restored: temporaryFolder('restored'),
  server: temporaryFolder('restored-server'),
};
const log = () => {};
let from: Place;
let to: Place;
let primary: EmbeddedServer;
let database: Database;
let passwords: ReturnType<typeof passwordsOf>;

beforeAll(async () => {
  for (const { path } of Object.values(folders)) chmodSync(path, 0o755);
  from = placeOf({ dataDir: folders.primary.path, root });
  to = placeOf({ dataDir: folders.restored.path, root });
  const archive = folders.archive.path;
  if (from.runAs) chownSync(archive, from.runAs.uid, from.runAs.gid);
  const settings = {
    // What these hold is thrown away: the disk need not be waited for.
    fsync: 'off',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  };
  primary = await startEmbedded({ dataDir: folders.primary.path, root, log, settings });
  passwords = passwordsOf(from);
  const url = urlAt(from, 'cadastre', passwords.owner);
  database = await openTarget(
    { url },
    { dataDir: folders.server.path, log, waitMs: longWaitMs },
    'archiving',
    async () => {},
  );
  await addSales(database);
  await database.owner(async (client) => {
    await ensureAdministrator(client);
    await resetPassword(client, 'admin', password);
  });
});
afterAll(async () => {
  await database?.close();
  await primary?.stop();
  for (const folder of Object.values(folders)) folder.remove();
});

const onPrimary = (text: string) => ask(urlAt(from, 'postgres', passwords.superuser), text);
const save = (id: number, suburb: string) =>
  database.write(everybody, (client) =>
    client.query('update sale set suburb = $2 where id = $1', [id, suburb]),
  );

/** Waits until the log up to here lies in the archive. */
async function archived(): Promise<void> {
  const [at] = await onPrimary('select pg_walfile_name(pg_switch_wal()) as file');
  await expect
    .poll(() => existsSync(join(folders.archive.path, String(at?.file))), { timeout: 60_000 })
    .toBe(true);
}

/** Starts the base backup, which recovers to the moment and goes on from there as a server of its own. */
async function recover(moment: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const postmaster = await startPostmaster(
    to,
    prepareBinaries(root, from, log),
    { host: to.socket, port: 5432 },
    {
      fsync: 'off',
      restore_command: `cp ${folders.archive.path}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  );
  const watchdog = watch(postmaster.pid);
  const superuserUrl = urlAt(to, 'postgres', passwords.superuser);
  const isRecovering = async () =>
    (await ask(superuserUrl, 'select pg_is_in_recovery() as is_recovering'))[0]?.is_recovering;
  await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false);
  return {
    url: urlAt(to, 'cadastre', passwords.owner),
    stop: async () => {
      await endPostmaster(postmaster.pid);
      watchdog.stop();
    },
  };
}

describe('a PostgreSQL that archives', () => {
  it('is restored to a moment: what was saved before is there, nothing of what came after, and a server starts on it', async () => {
    await save(1, 'BEFORE THE BASE BACKUP');
    await copyCluster(urlAt(from, 'postgres', passwords.superuser), from, to, 'recovery.signal');
    await save(2, 'BEFORE THE MOMENT');
    const [moment] = await onPrimary('select clock_timestamp()::text as at');
    await save(3, 'AFTER THE MOMENT');
    await database.owner((client) => client.query('delete from sale where id <> 3'));
    await archived();

    const restored = await recover(String(moment?.at));
    try {
      const config = { ...loadConfig({}, []), dataDir: folders.server.path, slowQueryMs: null };
      const files = readDefinitionFiles(config.root).filter(({ path }) => !path.startsWith('screens/'));
      const server = await startBeside(
        restored.url,
        config,
        () => new Date(),
        () => files,
      );
      try {
        const { rows } = await server.context.database.owner((client) =>
          client.query('select id, suburb from sale order by id'),
        );
        expect(rows).toEqual([
          { id: 1, suburb: 'BEFORE THE BASE BACKUP' },
          { id: 2, suburb: 'BEFORE THE MOMENT' },
          { id: 3, suburb: 'BETA' },
          { id: 4, suburb: 'BETA' },
          { id: 5, suburb: 'GAMMA' },
          { id: 6, suburb: 'GAMMA' },
        ]);
        const { json } = await server.call('POST', '/app/login', { body: { username: 'admin', password } });
        const token = String(json.token);
        const sale = await server.call('GET', '/sales/2', { token });
        expect([sale.status, sale.json.suburb]).toEqual([200, 'BEFORE THE MOMENT']);
        const body = { version: sale.json.version, suburb: 'AFTERWARDS' };
        expect((await server.call('PUT', '/sales/2', { token, body })).status).toBe(200);
      } finally {
        await server.close();
      }
    } finally {
      await restored.stop();
    }
  });
});
