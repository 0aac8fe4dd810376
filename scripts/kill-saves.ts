// Kills the server and its database N times while saves run: node --import tsx scripts/kill-saves.ts [ROUNDS] [SEED]
import { inFolder } from './kill/in-folder.ts';
import { killSaves } from './kill/save-rounds.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds.`);
const result = await inFolder({ rounds, seed }, killSaves);
for (const line of result.broken) console.log(line);
console.log(
  `${result.killedServers} servers and ${result.killedDatabases} databases were killed; ${result.acknowledged} saves acknowledged; ${result.broken.length} promises broken.`,
);
process.exitCode = result.broken.length === 0 && result.acknowledged > 0 ? 0 : 1;
