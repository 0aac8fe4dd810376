// Clusters of a test's own and copies of them, made of the embedded PostgreSQL's programs alone.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeFolder, type Place } from '#server/database/embedded/place.ts';
import { clientConfig } from '#server/database/pool.ts';

export function urlAt(place: Place, user: string, password: string, database = 'cadastre'): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(place.socket)}&port=5432`;
}

/** One statement on a connection of its own. */
export async function ask(url: string, text: string) {
  const client = new pg.Client(clientConfig({ url }));
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A base backup, made as pg_basebackup makes it, which is not among the embedded PostgreSQL's programs: the files as they
 * lie, under the guard of a backup that is begun and ended.
 */
export async function copyCluster(
  superuserUrl: string,
  from: Place,
  to: Place,
  /** What the copy does when it starts: follow, or recover. */
  intent: 'standby.signal' | 'recovery.signal',
): Promise<void> {
  makeFolder(to);
  mkdirSync(to.socket, { recursive: true, mode: 0o700 });
  if (to.runAs) chownSync(to.socket, to.runAs.uid, to.runAs.gid);
  const client = new pg.Client(clientConfig({ url: superuserUrl }));
  await client.connect();
  try {
    await client.query("select pg_backup_start('copy', true)");
    execFileSync('cp', ['-a', from.cluster, to.cluster]);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    rmSync(join(to.cluster, 'postmaster.pid'), { force: true });
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      [intent, ''],
    ] as const) {
      const path = join(to.cluster, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (to.runAs) chownSync(path, to.runAs.uid, to.runAs.gid);
    }
  } finally {
    await client.end();
  }
}
