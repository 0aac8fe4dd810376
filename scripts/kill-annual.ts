// Kills the server and its database N times while a factor, a linking and a roll run: npm run kill -- annual [ROUNDS] [SEED]

import { annualCommands, killAnnual } from './kill/annual-rounds.ts';
import { inFolder } from './kill/in-folder.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds of each.`);
for (const command of annualCommands) {
  const { caught, broken } = await inFolder({ rounds, seed }, (place) => killAnnual(command, place));
  for (const line of broken) console.log(line);
  console.log(`${command.id}: ${caught} of ${rounds} kills while it ran, ${broken.length} promises broken.`);
  if (broken.length > 0) process.exitCode = 1;
}
