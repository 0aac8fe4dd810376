// What `npm run test:all` remembers of a commit: which files have passed, so that a run that was ended goes on from there.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

const folder = join(root, 'node_modules', '.cache', 'cadastre-tests');

/** The commit that lies here as it is; null where anything differs from it, or there is none. */
function commit() {
  const git = (...args) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : null;
  } catch {
    return null;
  }
}

/** Where a run on one commit keeps what passes; null where nothing can be kept. `anew` forgets what was. */
export function openMemory(anew) {
  const of = commit();
  if (of === null) return null;
  if (anew) rmSync(join(folder, of), { recursive: true, force: true });
  mkdirSync(join(folder, of), { recursive: true });
  return join(folder, of);
}

/** The file in which a part of the run keeps what passes, and what it holds: counts by the path of a test file. */
export function passedBefore(memory, part) {
  const path = join(memory, `${part}.jsonl`);
  const files = new Map();
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Nothing passed yet.
  }
  for (const line of text.split('\n')) {
    try {
      const { file, passed, skipped } = JSON.parse(line);
      files.set(file, { passed, skipped });
    } catch {
      // The last line of a run that was ended while it wrote.
    }
  }
  return { path, files };
}
