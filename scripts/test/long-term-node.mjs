// The current long-term Node, on which `npm run test:all` runs what lands a change once more.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

const version = '24.21.0';

/**
 * Path of its binary, which is a package of npm and no part of our own: fetched when first asked for. Null, with a
 * printed reason, where this Node is of that line already or there is no binary.
 */
export function findLongTermNode(say) {
  const major = `${version.split('.')[0]}.`;
  if (process.versions.node.startsWith(major)) {
    say(`Everything ran on Node ${process.versions.node}, which is of the current long-term line.`);
    return null;
  }
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules', '.cache', `long-term-node-${version}`);
  const binary = join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(binary)) {
    say(`Fetching Node ${version}, the current long-term one`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    // No script runs: the package is the binary itself.
    const install = [
      'install',
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    spawnSync(windows ? 'npm.cmd' : 'npm', [...install, '--loglevel=error', `${name}@${version}`], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: windows,
    });
  }
  const told = spawnSync(binary, ['--version']);
  if (told.status === 0) return { version, binary };
  say(
    `Skipped: everything on Node ${version}, because "${name}" could not be fetched from npm or does not run here.`,
  );
  return null;
}
