// Builds the browser's part when its sources are newer than the last build.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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

/** Lays a gzip and a brotli form beside every text file; the server sends what the browser takes. */
function compress(folder) {
  for (const file of filesBelow(folder)) {
    if (!/\.(?:js|css|svg)$/.test(file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

/** What a build is made of, when there is something to build; null when the last one holds. */
function wantedBuild(log) {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  log('Building the application …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return { wanted, command: [vite, 'build', '--logLevel', 'warn'] };
}

function finish(wanted, code, log) {
  if (code !== 0) {
    log('The build failed; its messages stand above.');
    process.exit(1);
  }
  compress(join(root, 'dist', 'client'));
  mkdirSync(join(root, 'dist', 'client'), { recursive: true });
  writeFileSync(stamp, wanted);
}

const toStandardError = (line) => process.stderr.write(`${line}\n`);

export function buildClient(log = toStandardError) {
  const build = wantedBuild(log);
  if (!build) return;
  const { status } = spawnSync(process.execPath, build.command, { cwd: root, stdio: 'inherit' });
  finish(build.wanted, status, log);
}

/** The same, while this process does something else. */
export async function buildBeside(log = toStandardError) {
  const build = wantedBuild(log);
  if (!build) return;
  const child = spawn(process.execPath, build.command, { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve) => child.on('close', resolve));
  finish(build.wanted, code, log);
}
