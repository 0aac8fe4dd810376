// The disk under a replica fills: whoever reads is answered by the primary, which is told once, and the replica answers
// again when there is room. A primary and a replica of their own, on a disk that nobody else needs.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type Database, openTarget } from '#server/database/open-database.ts';
import { everybody } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/database-server.ts';
import { type Streaming, startStreaming } from '#tests/support/streaming.ts';
import { pause } from '../kill/office.ts';
import { fill } from './disk-faults.ts';
import { demand, type Fault } from './fault.ts';

const rounds = 60;
const spare = 4 * 1024 * 1024;
/** Bytes of each round; all of them are many times what the disk has left. */
const roundRows = 4_000;

/** What a list asks, and where it was answered. */
const ask = (database: Database) =>
  database.read(everybody, { replica: true }, async (client) => {
    const { rows } = await client.query<{ n: number; there: boolean }>(
      'select count(*)::integer as n, pg_is_in_recovery() as there from filling',
    );
    return rows[0] ?? { n: -1, there: false };
  });

async function untilThere(database: Database, what: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if ((await ask(database)).there) return;
    await pause(100);
  }
  throw new Error(what);
}

async function fills(streaming: Streaming, database: Database, said: readonly string[], place: string) {
  await untilThere(database, 'The replica never answers.');
  const filler = fill(place, spare);
  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    await streaming.onPrimary(
      `insert into filling select repeat(md5(g::text), 30) from generate_series(1, ${roundRows}) g`,
    );
    rows += roundRows;
    const { n, there } = await ask(database);
    // What nobody who asks wrote may be missing there for some seconds.
    demand(n === rows || there, `${n} of ${rows} rows were answered by the primary.`);
    await pause(250);
  }
  const { n, there } = await ask(database);
  demand(!there && n === rows, `${n} of ${rows} rows were answered${there ? ' by the full replica' : ''}.`);
  demand(said.length === 1, `The log has ${said.length} lines: ${said.join(' ').slice(0, 600)}`);
  rmSync(filler);
  // Whoever looks after it starts it again where it has ended.
  await streaming.stopReplica();
  await streaming.startReplica();
  await untilThere(database, 'With room again the replica does not answer.');
  demand((await ask(database)).n === rows, 'The replica lacks rows.');
  demand(said.length === 2 && said[1] === 'The replica answers again.', `The log says ${said.join(' ')}`);
}

export const replicaFaults: readonly Fault[] = [
  {
    name: 'a disk that fills on the replica',
    run: async () => {
      const [own, data] = [temporaryFolder('full-replica'), temporaryFolder('full-data')];
      const { path } = own;
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', path]).status === 0;
      // Whoever ends the replica removes its folder, which is none to be removed while a disk is mounted there.
      const folder = {
        path,
        remove: () => {
          if (mounted) spawnSync('umount', [path]);
          own.remove();
        },
      };
      let streaming: Streaming | null = null;
      let database: Database | null = null;
      const said: string[] = [];
      try {
        demand(mounted, 'skipped: a small disk cannot be mounted here');
        const parts = { dataDir: data.path, log: (line: string) => void said.push(line), patient: true };
        streaming = await startStreaming(async (url) => {
          const first = await openTarget({ url }, { ...parts, log: () => {} }, 'first', async () => {});
          await first.owner((client) =>
            client.script('create table filling (text text); grant select on filling to cadastre_reader'),
          );
          await first.close();
        }, folder);
        const { primaryUrl: url, replicaUrl: readUrl } = streaming;
        database = await openTarget({ url }, { ...parts, readUrl, openTables: true }, 'one', async () => {});
        said.length = 0;
        await fills(streaming, database, said, path);
      } finally {
        await database?.close();
        await streaming?.end();
        folder.remove();
        data.remove();
      }
    },
  },
];
