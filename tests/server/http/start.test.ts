import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#server/database/embedded/start.ts';
import { clientConfig } from '#server/database/pool.ts';
import { envelope } from '#tests/support/http.ts';

const root = new URL('../../..', import.meta.url).pathname;
const dataDir = mkdtempSync(join(tmpdir(), 'cadastre-start-'));
// Started by root, the database runs as somebody else, who must reach the folder.
chmodSync(dataDir, 0o755);
const running = new Set<ChildProcess>();

interface Started {
  readonly child: ChildProcess;
  readonly lines: () => string;
  readonly exit: Promise<number | null>;
}

function start(env: { readonly [name: string]: string } = {}): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--empty'], {
    cwd: root,
    env: { ...process.env, CADASTRE_DATA: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  const exit = once(child, 'exit').then(([code]: unknown[]) => {
    running.delete(child);
    return typeof code === 'number' ? code : null;
  });
  return { child, lines: () => text, exit };
}

async function addressOf(started: Started): Promise<string> {
  const gone = started.exit.then(() => {
    throw new Error(`The server ended: ${started.lines()}`);
  });
  const ready = (async () => {
    for (;;) {
      const address = / serves (http:\/\/\S+)\//.exec(started.lines())?.[1];
      if (address) return address;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return Promise.race([ready, gone]);
}

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  // The embedded server of a killed parent ends by itself; its folder goes when it did.
  for (let i = 0; i < 100; i++) {
    try {
      rmSync(dataDir, { recursive: true, force: true });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
});

describe('start', () => {
  it('prints the first password once, keeps its secret to itself and stops cleanly', async () => {
    const first = start();
    const address = await addressOf(first);
    const password = /^ {2}admin +(\S+)$/m.exec(first.lines())?.[1] ?? '';
    expect(password).not.toBe('');
    expect(first.lines()).toContain(`The data lies in ${dataDir}`);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    const signIn = () =>
      fetch(`${address}/api/app/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: envelope({ username: 'admin', password }),
      });
    expect((await signIn()).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);

    const second = start();
    const again = await addressOf(second);
    expect(second.lines()).not.toContain('  admin ');
    expect((await fetch(`${again}/api/health`)).status).toBe(200);
    // Killed as by the system: the next start finds everything.
    second.child.kill('SIGKILL');
    await second.exit;
    const third = start();
    expect((await fetch(`${await addressOf(third)}/api/health`)).status).toBe(200);
    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
  });

  it('says that a port which was asked for is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const started = start({ PORT: port });
    expect(await started.exit).toBe(78);
    expect(started.lines()).toContain(
      `Port ${port} of 127.0.0.1 is taken. End what uses it, or set PORT to another.`,
    );
    other.close();
  });

  it('says what is wrong with its configuration', async () => {
    const started = start({ OFFICE_TZ: 'Nowhere' });
    expect(await started.exit).toBe(78);
    expect(started.lines().trim()).toBe(
      'OFFICE_TZ is "Nowhere", which is no time zone. Give one such as "Australia/Sydney".',
    );
  });

  it('says where data of another version lies, and does not try again', async () => {
    const embedded = await startEmbedded({ dataDir, root, log: () => {} });
    const client = new pg.Client(clientConfig({ connection: embedded.connection }));
    await client.connect();
    await client.query("update migration set checksum = 'another' where number = 1");
    await client.end();
    await embedded.stop();
    const started = start();
    expect(await started.exit).toBe(78);
    expect(started.lines()).toMatch(/^Migration 1 \(.+\) was changed after this database had applied it\./m);
    expect(started.lines()).toContain(`The data lies in ${embedded.folder}.`);
  });
});
