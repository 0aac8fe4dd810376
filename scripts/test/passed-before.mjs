// What `npm run test:all` remembers of a commit: which files have passed, so that a run that was ended goes on from there,
// and one that ended with a test to be mended asks that test again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

const folder = join(root, 'node_modules', '.cache', 'cadastre-tests');

const git = (...args) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The commit that lies here as it is; null where anything differs from it, or there is none. */
function commit() {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : null;
  } catch {
    return null;
  }
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
/** What remembers says nothing of what is tested. */
const remembers = new Set(['scripts/test/passed-before.mjs', 'scripts/test/keep-passed.mjs']);
/** These read what other tests say. */
const readsTests = (path) => /^tests\/(?:architecture|specification)\//.test(path);

/**
 * Of files that passed on an earlier commit those that need not be asked again, where only `changed` differs since; null
 * where something differs that another test may stand on.
 */
export function stillPassed(passed, changed) {
  if (!changed.every((path) => isTest(path) || remembers.has(path))) return null;
  const again = new Set(changed);
  return passed.filter(({ file }) => !again.has(file) && !readsTests(file));
}

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        // The last line of a run that was ended while it wrote.
        return [];
      }
    });
}

/** Takes over from the commit that was tested last what holds on this one, too. */
function takeOver(of) {
  const before = readdirSync(folder)
    .filter((one) => one !== of)
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)[0];
  if (before === undefined) return;
  let changed;
  try {
    changed = git('diff', '--name-only', '--no-renames', before, of).split('\n').filter(Boolean);
  } catch {
    // A commit that is not here any more.
    return;
  }
  for (const part of readdirSync(join(folder, before))) {
    const still = stillPassed(linesOf(join(folder, before, part)), changed);
    if (still === null) return;
    writeFileSync(join(folder, of, part), still.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** Where a run on one commit keeps what passes; null where nothing can be kept. `anew` forgets what was. */
export function openMemory(anew) {
  const of = commit();
  if (of === null) return null;
  const memory = join(folder, of);
  if (anew) rmSync(memory, { recursive: true, force: true });
  const known = existsSync(memory);
  mkdirSync(memory, { recursive: true });
  if (!known && !anew) takeOver(of);
  return memory;
}

/** The file in which a part of the run keeps what passes, and what it holds: counts by the path of a test file. */
export function passedBefore(memory, part) {
  const path = join(memory, `${part}.jsonl`);
  const files = new Map();
  for (const { file, passed, skipped } of existsSync(path) ? linesOf(path) : [])
    files.set(file, { passed, skipped });
  return { path, files };
}
