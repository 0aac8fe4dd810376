// Kills the server and its database N times while a file of each kind is imported: npm run kill -- files [ROUNDS] [SEED] [KIND…]

import { fileKinds, killFiles } from './kill/file-rounds.ts';
import { inFolder } from './kill/in-folder.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const named = process.argv.slice(4);
console.log(`Seed ${seed}, ${rounds} rounds of each.`);
for (const kind of named.length > 0 ? named : fileKinds) {
  const { caught, broken } = await inFolder({ rounds, seed }, (place) => killFiles(kind, place));
  for (const line of broken) console.log(line);
  console.log(
    `${kind}: ${caught} of ${rounds} kills before the file was in, ${broken.length} promises broken.`,
  );
  if (broken.length > 0) process.exitCode = 1;
}
