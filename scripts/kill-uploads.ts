// Kills the server and its database N times while an upload is imported: npm run kill -- uploads [ROUNDS] [SEED]
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { freePort } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';
import { knownAnswer } from '#tests/support/known-answers.ts';
import { killUploads } from './kill/upload-rounds.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const week = knownAnswer('data/psi/weekly/20220110.zip');
console.log(`Seed ${seed}, ${rounds} rounds.`);
const folder = temporaryFolder('kill-uploads');
try {
  const result = await killUploads({
    rounds,
    seed,
    root,
    folder: folder.path,
    port: await freePort(),
    name: basename(week),
    bytes: readFileSync(week),
    log: (line) => console.log(line),
  });
  for (const line of result.broken) console.log(line);
  console.log(
    `${rounds} kills, ${result.caught} of them before the import was done; ${result.broken.length} promises broken.`,
  );
  process.exitCode = result.broken.length === 0 ? 0 : 1;
} finally {
  folder.remove();
}
