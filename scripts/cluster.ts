// `npm run cluster [-- ROUNDS]`: two servers, pgbouncer, a primary and its replica of Debian's packages, and what they
// promise together, checked line by line.
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { accessChecks } from './cluster/access-checks.ts';
import { Caller } from './cluster/caller.ts';
import type { Check } from './cluster/check.ts';
import { Cluster } from './cluster/cluster.ts';
import { jobChecks } from './cluster/job-checks.ts';
import { killRound, parts } from './cluster/kill-rounds.ts';
import { serverChecks } from './cluster/server-checks.ts';
import { findTools, MissingError } from './cluster/tools.ts';
import { toldError } from './kill/told-error.ts';

const rounds = Number(process.argv[2] ?? parts.length);
if (!Number.isSafeInteger(rounds) || rounds < 0) {
  console.error(`"${process.argv[2]}" is no number of rounds.`);
  process.exit(1);
}

const count = { ok: 0, failed: 0 };

async function check(cluster: Cluster, { name, run }: Check): Promise<void> {
  try {
    const told = await run(cluster);
    count.ok += 1;
    console.log(`ok      ${name}${told ? `: ${told}` : ''}`);
  } catch (error) {
    count.failed += 1;
    console.log(`FAILED  ${name}\n    ${toldError(error)}`);
  }
}

async function main(): Promise<void> {
  const tools = findTools();
  const folder = temporaryFolder('cluster');
  const cluster = await Cluster.in(folder.path, root, tools);
  try {
    await cluster.start();
    console.log('Two servers serve behind a proxy, on pgbouncer, a primary and its synchronous replica.');
    for (const each of [...serverChecks, ...accessChecks, ...jobChecks]) await check(cluster, each);
    for (let n = 0; n < rounds; n++) await check(cluster, killRound(n));
  } finally {
    await cluster.stop();
    if (process.env.CADASTRE_KEEP) console.log(`Its files lie in ${folder.path}`);
    else folder.remove();
  }
}

try {
  await main();
  const busy = `${Caller.repeats} requests were repeated because a busy machine did not reach the database in time`;
  console.log(`${count.ok} checks ok, ${count.failed} FAILED${Caller.repeats > 0 ? `; ${busy}` : ''}.`);
  process.exitCode = count.failed === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
