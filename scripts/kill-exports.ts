// Kills the server and its database N times in each state of an export: npm run kill -- exports [ROUNDS] [SEED]
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { exportMoments, killExports } from './kill/export-rounds.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds of each.`);
for (const moment of exportMoments) {
  const folder = temporaryFolder('kill-exports');
  try {
    const { met, broken } = await killExports(moment, {
      rounds,
      seed,
      root,
      folder: folder.path,
      port: await freePort(),
      log: (line) => console.log(line),
    });
    for (const line of broken) console.log(line);
    console.log(`${moment}: ${met} of ${rounds} kills in this state, ${broken.length} promises broken.`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    folder.remove();
  }
}
