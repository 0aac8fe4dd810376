// Builds the browser's part when its sources are newer than the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './prepare.mjs';

const inputs = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'schemas/codes'];
const stamp = join(root, 'dist', 'client', '.built');

function filesBelow(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesBelow(join(path, entry.name)));
  } catch {
    return [path];
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const input of inputs)
    for (const file of filesBelow(join(root, input)).sort())
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

export function buildClient(log = (line) => process.stderr.write(`${line}\n`)) {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  log('Building the application …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) {
    log('The build failed; its messages stand above.');
    process.exit(1);
  }
  mkdirSync(join(root, 'dist', 'client'), { recursive: true });
  writeFileSync(stamp, wanted);
}
