// Builds the browser's part when its sources are newer than the last build.
import { spawnSync } from 'node:child_process';
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
  compress(join(root, 'dist', 'client'));
  mkdirSync(join(root, 'dist', 'client'), { recursive: true });
  writeFileSync(stamp, wanted);
}
