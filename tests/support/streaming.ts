// A primary of a test's own and a replica that streams from it, made of the embedded PostgreSQL's programs alone.
import { chmodSync } from 'node:fs';
import { prepareBinaries } from '#server/database/embedded/binaries.ts';
import { passwordsOf } from '#server/database/embedded/cluster.ts';
import { type Place, placeOf } from '#server/database/embedded/place.ts';
import { endPostmaster, type Postmaster, startPostmaster } from '#server/database/embedded/postmaster.ts';
import { startEmbedded } from '#server/database/embedded/start.ts';
import { watch } from '#server/database/embedded/watchdog.ts';
import { ask, copyCluster, urlAt } from './cluster-copy.ts';
import { root, temporaryFolder } from './database-server.ts';

export interface Streaming {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** One statement of the superuser, there. */
  readonly onReplica: (text: string) => Promise<readonly Record<string, unknown>[]>;
  readonly onPrimary: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** Waits until the replica has all that was committed. */
  readonly caughtUp: () => Promise<void>;
  readonly stopReplica: () => Promise<void>;
  readonly startReplica: (how?: 'without its primary') => Promise<void>;
  readonly end: () => Promise<void>;
}

const log = () => {};
// What these hold is thrown away: the disk need not be waited for.
const settings = { fsync: 'off', max_standby_streaming_delay: '0' };

/** `fill` is done on the primary before the replica is made of it, in a folder of its own or in one that is given. */
export async function startStreaming(
  fill: (primaryUrl: string) => Promise<void>,
  replicaFolder = temporaryFolder('replica'),
): Promise<Streaming> {
  const folders = [temporaryFolder('primary'), replicaFolder] as const;
  for (const { path } of folders) chmodSync(path, 0o755);
  const [from, to] = folders.map(({ path }) => placeOf({ dataDir: path, root })) as [Place, Place];
  const primary = await startEmbedded({ dataDir: folders[0].path, root, log, settings });
  const { superuser, owner } = passwordsOf(from);
  const primaryUrl = urlAt(from, 'cadastre', owner);
  await fill(primaryUrl);
  const binaries = prepareBinaries(root, from, log);

  await copyCluster(urlAt(from, 'postgres', superuser), from, to, 'standby.signal');
  const standby = {
    ...settings,
    primary_conninfo: `host='${from.socket}' port=5432 user=postgres password=${superuser}`,
    wal_retrieve_retry_interval: '200ms',
  };
  let running: { readonly postmaster: Postmaster; readonly watchdog: ReturnType<typeof watch> } | null = null;
  const startReplica: Streaming['startReplica'] = async (how) => {
    const at = { host: to.socket, port: 5432 };
    const settingsNow = how === undefined ? standby : { ...standby, primary_conninfo: '' };
    const postmaster = await startPostmaster(to, binaries, at, settingsNow);
    running = { postmaster, watchdog: watch(postmaster.pid) };
  };
  const stopReplica = async () => {
    if (!running) return;
    const { postmaster, watchdog } = running;
    running = null;
    await endPostmaster(postmaster.pid);
    watchdog.stop();
  };
  await startReplica();
  const onReplica = (text: string) => ask(urlAt(to, 'postgres', superuser), text);
  const onPrimary = (text: string) => ask(urlAt(from, 'postgres', superuser), text);
  return {
    primaryUrl,
    replicaUrl: urlAt(to, 'cadastre', owner),
    onReplica,
    onPrimary,
    caughtUp: async () => {
      const [stands] = await onPrimary('select pg_current_wal_flush_lsn()::text as at');
      for (let n = 0; n < 600; n++) {
        const [state] = await onReplica(
          `select pg_last_wal_replay_lsn() >= '${stands?.at}'::pg_lsn as there`,
        );
        if (state?.there === true) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('The replica does not catch up.');
    },
    stopReplica,
    startReplica,
    end: async () => {
      await stopReplica();
      await primary.stop();
      for (const folder of folders) folder.remove();
    },
  };
}
