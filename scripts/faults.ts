// `npm run faults -- [WORD…]`: lets every fault happen to a server under `npm start` (or those whose name holds a word),
// and prints of each whether it was survived, or after how long the server was back.
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { diskFaults } from './faults/disk-faults.ts';
import type { Fault } from './faults/fault.ts';
import { FaultOffice } from './faults/fault-office.ts';
import { readerFaults } from './faults/reader-faults.ts';
import { replicaFaults } from './faults/replica-faults.ts';
import { serverFaults } from './faults/server-faults.ts';
import { turnFaults } from './faults/turn-faults.ts';
import { pause } from './kill/office.ts';
import { toldError } from './kill/told-error.ts';

/** Each part of the office that can fail, in a file of its own. */
const parts: readonly (readonly Fault[])[] = [
  readerFaults,
  turnFaults,
  serverFaults,
  diskFaults,
  replicaFaults,
];
const mostSeconds = 3;
const patienceMs = 120_000;

const words = process.argv.slice(2);
const wanted = parts
  .flat()
  .filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  );

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Until the server answers; how long that took, and whether it is the one from before. */
async function back(
  office: FaultOffice,
  before: number,
): Promise<{ readonly ms: number; readonly same: boolean }> {
  const from = performance.now();
  while (performance.now() - from < patienceMs) {
    if ((await office.health())?.status === 200)
      return { ms: performance.now() - from, same: office.serverPid() === before };
    await pause(25);
  }
  throw new Error('The server did not come back.');
}

async function happen(office: FaultOffice, fault: Fault): Promise<boolean> {
  const before = office.serverPid();
  const from = performance.now();
  let problem: string | null = null;
  try {
    await fault.run(office);
  } catch (error) {
    problem = toldError(error);
  }
  const took = performance.now() - from;
  const { ms, same } = await back(office, before);
  if (!same) await office.signIn();
  const memory = office.memory();
  const late = ms > mostSeconds * 1000;
  const skipped = problem?.startsWith('skipped') === true;
  const fate =
    same && ms < 1_000 ? `survived (${seconds(took)})` : `${late ? 'LATE: ' : ''}back within ${seconds(ms)}`;
  console.log(
    `${(problem && !skipped ? 'BROKEN' : skipped ? 'skipped' : fate).padEnd(22)} ${fault.name}; ${memory} MB at most`,
  );
  if (problem) console.log(`    ${problem}`);
  return (problem === null || skipped) && !late;
}

const folder = temporaryFolder('faults');
const office = new FaultOffice(root, folder.path, await freePort());
let held = true;
try {
  office.prepare(Object.assign({}, ...wanted.map(({ files }) => files ?? {})));
  await office.start();
  for (const { setUp } of wanted) if (setUp) await office.sql(setUp);
  for (const fault of wanted) held = (await happen(office, fault)) && held;
  // Last, because nothing is left then.
  const [server, database] = [office.serverPid(), office.databasePid()];
  process.kill(office.supervisor(), 'SIGKILL');
  const from = performance.now();
  while ((lives(server) || lives(database)) && performance.now() - from < 30_000) await pause(50);
  const left = lives(server) || lives(database);
  console.log(
    `${left ? 'BROKEN' : `all ended in ${seconds(performance.now() - from)}`}   kill -9 of npm start`,
  );
  held = held && !left;
} finally {
  await office.stop();
  folder.remove();
}
console.log(
  held ? 'Every fault was survived, or the server was back in time.' : 'Not every promise was kept.',
);
process.exitCode = held ? 0 : 1;
