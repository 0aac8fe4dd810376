// Kills the server and its database N times while definitions are published: kill-publishes.ts [ROUNDS] [SEED]
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { killPublishes } from './kill/publish-rounds.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds.`);
const folder = temporaryFolder('kill');
try {
  const result = await killPublishes({
    rounds,
    seed,
    root,
    folder: folder.path,
    port: await freePort(),
    log: (line) => console.log(line),
  });
  for (const line of result.broken) console.log(line);
  console.log(
    `${result.killedServers} servers and ${result.killedDatabases} databases were killed; ${result.acknowledged} versions acknowledged; ${result.broken.length} promises broken.`,
  );
  process.exitCode = result.broken.length === 0 && result.acknowledged > 0 ? 0 : 1;
} finally {
  folder.remove();
}
