// Kills an import N times at random moments: node --import tsx scripts/kill-import.ts [ROUNDS] [SEED]
import { createTestDatabase } from '#tests/support/database.ts';
import { root, startTestServer } from '#tests/support/database-server.ts';
import { killRounds } from './import/kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`Seed ${seed}, ${rounds} rounds.`);
const server = await startTestServer();
try {
  const result = await killRounds(() => createTestDatabase({ server: server.info }), {
    rounds,
    seed,
    root,
    log: (line) => console.log(line),
  });
  const same = JSON.stringify(result.expected) === JSON.stringify(result.found);
  console.log(
    `${result.killed} of ${result.rounds} were killed; ${result.broken.length} invariants broken; the tables ${same ? 'are' : 'ARE NOT'} those of an undisturbed import.`,
  );
  process.exitCode = same && result.broken.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}
