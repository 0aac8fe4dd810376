// The first step of every command: refuses a Node that is too old in one sentence and installs missing packages.
// Plain JavaScript without a package, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const oldest = [20, 19, 0];

export function nodeProblem(version) {
  const parts = version.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    if (parts[i] > oldest[i]) return null;
    if (parts[i] < oldest[i])
      return `Cadastre needs Node ${oldest.join('.')} or newer, this is Node ${version}.`;
  }
  return null;
}

/** Whether somebody ran `npm ci` by hand: npm writes what it installed beside it, when it is done. */
function isInstalled(lock) {
  try {
    const there = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(JSON.parse(lock).packages).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' || optional || devOptional || there[path]?.version === version,
    );
  } catch {
    return false;
  }
}

export function prepare(log = (line) => process.stderr.write(`${line}\n`)) {
  const problem = nodeProblem(process.versions.node);
  if (problem) {
    log(problem);
    process.exit(1);
  }
  process.chdir(root);
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(root, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (isInstalled(lock)) {
    writeFileSync(stamp, wanted);
    return;
  }
  log('Installing packages (about a minute, once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Exactly what the lock names; `npm ci` also begins anew where an earlier installation broke off.
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    log(
      '`npm ci` failed; its messages stand above. Check the network. Where package.json and package-lock.json disagree, run `npm install`. Then repeat the command.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
