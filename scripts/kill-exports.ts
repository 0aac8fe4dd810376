// Kills the server and its database N times in each state of an export: npm run kill -- exports [ROUNDS] [SEED]

import { exportMoments, killExports } from './kill/export-rounds.ts';
import { inFolder } from './kill/in-folder.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds of each.`);
for (const moment of exportMoments) {
  const { met, broken } = await inFolder({ rounds, seed }, (place) => killExports(moment, place));
  for (const line of broken) console.log(line);
  console.log(`${moment}: ${met} of ${rounds} kills in this state, ${broken.length} promises broken.`);
  if (broken.length > 0) process.exitCode = 1;
}
