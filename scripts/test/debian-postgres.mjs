// A PostgreSQL of Debian's on loopback, for one run of the tests on another server than the embedded one.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = '/usr/lib/postgresql';

function binaries() {
  if (!existsSync(home)) return null;
  const versions = readdirSync(home).filter(
    (name) => Number(name) >= 15 && existsSync(join(home, name, 'bin', 'initdb')),
  );
  return versions.length > 0 ? join(home, versions.sort().at(-1), 'bin') : null;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Address and stop of a running server; null, with a printed reason, where there is none. */
export async function startDebianPostgres(say) {
  const isRoot = process.getuid?.() === 0;
  if (!binaries() && isRoot && existsSync('/usr/bin/apt-get')) {
    say("Installing Debian's PostgreSQL for one run of the tests");
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const bin = binaries();
  if (!bin) {
    say(
      "Skipped: the tests on Debian's PostgreSQL, because none is installed here (15 or later is looked for).",
    );
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-debian-'));
  const data = join(folder, 'data');
  const password = randomBytes(18).toString('hex');
  const secret = join(folder, 'password');
  mkdirSync(data);
  writeFileSync(secret, password, { mode: 0o644 });
  chmodSync(folder, 0o755);
  // PostgreSQL refuses to run as root; Debian's package brings a user for it.
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder]);
  const as = (args) =>
    isRoot
      ? spawnSync('runuser', ['-u', 'postgres', '--', ...args], { cwd: folder })
      : spawnSync(args[0], args.slice(1));
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c synchronous_commit=off -c full_page_writes=off`;
  const made = as([
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'cadastre',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const started = as([
    join(bin, 'pg_ctl'),
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    options,
    '-w',
    'start',
  ]);
  if (made.status !== 0 || started.status !== 0) {
    say(
      `Skipped: the tests on Debian's PostgreSQL, because it did not start: ${started.stderr} ${made.stderr}`,
    );
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    version: String(spawnSync(join(bin, 'postgres'), ['--version']).stdout).trim(),
    url: `postgres://cadastre:${password}@127.0.0.1:${port}/postgres`,
    stop: () => {
      as([join(bin, 'pg_ctl'), '-D', data, '-m', 'fast', '-w', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
