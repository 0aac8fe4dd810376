// `npm test`: everything that must hold, from lint to the real browser, closing with one line of counts.
// `npm test -- FILTER…` runs only the test files whose path contains a filter, without lint and types.
// `npm run test:all` is the same with `--all`: besides, what runs long, the battery in more conditions, and what lands a
// change once more on the current long-term Node and Debian's PostgreSQL. Ended before its end and started again on the
// same commit, or on one in which only tests differ, it goes on: what passed is not asked again. `-- --anew` asks everything.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildBeside } from './build.mjs';
import { prepare, root } from './prepare.mjs';
import { findBrowser } from './test/browser.mjs';
import { startDebianPostgres } from './test/debian-postgres.mjs';
import { findLongTermNode } from './test/long-term-node.mjs';
import { openMemory, passedBefore } from './test/passed-before.mjs';
import { runVitest } from './test/run-vitest.mjs';

prepare();
const options = process.argv.slice(2);
const filters = options.filter((option) => option !== '--all' && option !== '--anew');
const all = options.includes('--all');
const memory = all && filters.length === 0 ? openMemory(options.includes('--anew')) : null;
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** What failed and why, said again at the end, where a log that was cut still shows it. */
const broken = [];
/** What failed once and then passed alone. */
const doubtful = [];
/** More broken files than these are no moment of a busy machine. */
const lookAgainAt = 3;

function say(line) {
  process.stdout.write(`\n— ${line}\n`);
}

function bin(name, path) {
  return [process.execPath, join(root, 'node_modules', name, path)];
}

/** One command is one check: it passes with exit code 0. What it says is shown when it is done, not between others. */
function check(title, [command, ...args]) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      counts[code === 0 ? 'passed' : 'failed'] += 1;
      if (code !== 0) failures.push(title);
      say(title);
      process.stdout.write(Buffer.concat(said));
      process.stdout.write(`${title}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`);
      resolve();
    });
  });
}

/** What a part of the run is told, that it leaves out what passed before, and keeps what passes. */
function goingOn(title, { CADASTRE_WITHOUT }, part) {
  if (!memory) return {};
  const { path, files } = passedBefore(memory, part);
  for (const { passed, skipped } of files.values()) {
    counts.passed += passed;
    counts.skipped += skipped;
  }
  if (files.size > 0) say(`${title}: ${files.size} files passed before, and are not asked again`);
  const without = [...(CADASTRE_WITHOUT?.split(',') ?? []), ...files.keys()];
  return { CADASTRE_PASSED: path, ...(without.length > 0 ? { CADASTRE_WITHOUT: without.join(',') } : {}) };
}

/**
 * Runs tests. A few files that failed are looked at once more, alone: a machine that was too busy for a moment is
 * told apart from what is broken. What passed on the second look only is said at the end, never kept quiet. Where
 * files are named, the first look is the only one.
 */
function vitest(title, args, given, node, part) {
  say(title);
  const env = part === undefined ? given : { ...given, ...goingOn(title, given, part) };
  const first = runVitest(args, env, node);
  counts.skipped += first.skipped;
  const files = [...(first.files ?? new Map()).keys()];
  if (filters.length === 0) {
    say(`${title}: what took longest, in seconds`);
    for (const { name, seconds } of first.slowest)
      process.stdout.write(`${seconds.toFixed(0).padStart(6)}  ${name}\n`);
  }
  if (filters.length === 0 && files.length > 0 && files.length <= lookAgainAt) {
    say(`${title}: a second look at ${files.join(', ')}`);
    const second = runVitest([...files, '--maxWorkers=1'], env, node);
    if (second.ok) {
      counts.passed += first.passed + first.failed;
      doubtful.push(...[...first.files.values()].flat());
      return;
    }
    broken.push(...[...(second.files ?? new Map()).values()].flat());
  }
  counts.passed += first.passed;
  counts.failed += first.failed;
  broken.push(...[...(first.files ?? new Map()).values()].flat());
  if (!first.ok) failures.push(title);
}

const browser = findBrowser(say);
const env = browser ? { CHROMIUM_PATH: browser } : {};

// Beside the build, which keeps one core busy.
const checks =
  filters.length > 0
    ? []
    : [
        check('Lint and format', [...bin('@biomejs/biome', 'bin/biome'), 'check', '.']),
        ...['src/core', 'src', '.'].map((room) =>
          check(`Types of ${room}`, [...bin('typescript', 'bin/tsc'), '-p', room]),
        ),
      ];
await buildBeside();
await Promise.all(checks);
const landing = { CADASTRE_TESTS: 'landing' };
vitest(
  'Tests',
  filters,
  {
    ...(all ? { CADASTRE_BATTERY: 'all' } : {}),
    ...env,
    ...(all || filters.length > 0 ? {} : landing),
  },
  process.execPath,
  'all',
);

if (all && filters.length === 0) {
  // What is drawn runs in a browser, whatever serves it; that the server serves there, its own tests hold.
  const drawn = ['tests/battery/**', 'tests/blocks/**', 'tests/e2e/**'];
  const longTerm = findLongTermNode(say);
  const debian = await startDebianPostgres(say);
  const places = [longTerm && `Node ${longTerm.version}`, debian?.version].filter(Boolean);
  if (places.length > 0)
    vitest(
      `Tests on ${places.join(' and ')}`,
      [],
      {
        ...env,
        ...landing,
        CADASTRE_WITHOUT: drawn.join(','),
        ...(debian ? { CADASTRE_TEST_DATABASE_URL: debian.url } : {}),
      },
      longTerm?.binary ?? process.execPath,
      'elsewhere',
    );
  debian?.stop();
}

for (const one of broken) say(one);
for (const one of doubtful) say(`Failed at first, passed alone: ${one}`);
if (failures.length > 0) say(`Failed: ${failures.join(', ')}`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exit(counts.failed === 0 ? 0 : 1);
