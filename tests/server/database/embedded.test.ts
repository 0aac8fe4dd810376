import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, waitForEnd } from '#server/database/embedded/processes.ts';
import { runningServer } from '#server/database/embedded/start.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

interface Running {
  readonly child: ChildProcess;
  /** Lines of the child: `ready PID`, `value …`, or `refused …`. */
  next(): Promise<string>;
  say(line: string): void;
}

describe('the embedded PostgreSQL', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = temporaryFolder('embedded');
    chmodSync(folder.path, 0o755);
    children = [];
  });

  afterEach(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    folder.remove();
  });

  const launch = (): Running => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'tests/server/database/run-embedded.ts', folder.path],
      {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      child,
      next: async () => String((await lines.next()).value),
      say: (line) => child.stdin.write(`${line}\n`),
    };
  };

  const ready = async (running: Running): Promise<number> => {
    const line = await running.next();
    expect(line).toMatch(/^ready \d+$/);
    return Number(line.split(' ')[1]);
  };

  const ask = async (running: Running, what: string): Promise<string> => {
    running.say(what);
    return running.next();
  };

  it('starts, keeps what it is given, stops with its server and starts again', async () => {
    const first = launch();
    const pid = await ready(first);
    expect(await ask(first, 'add')).toBe('value 1');
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    expect(isAlive(pid)).toBe(false);
    const second = launch();
    await ready(second);
    expect(await ask(second, 'count')).toBe('value 1');
  });

  it('refuses a second server on its folder and names the first, which works on', async () => {
    const first = launch();
    await ready(first);
    const second = launch();
    expect(await second.next()).toContain(
      `refused Another Cadastre server (process ${first.child.pid}) uses this data`,
    );
    expect(await ask(first, 'add')).toBe('value 1');
    expect(runningServer({ dataDir: folder.path, root })?.pid).toBe(first.child.pid);
  });

  it('ends soon after its server is killed, and the next start finds every acknowledged write', async () => {
    const first = launch();
    const pid = await ready(first);
    expect(await ask(first, 'add')).toBe('value 1');
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(await waitForEnd(pid, 20_000)).toBe(true);
    expect(runningServer({ dataDir: folder.path, root })).toBeNull();
    const second = launch();
    await ready(second);
    expect(await ask(second, 'count')).toBe('value 1');
  });

  it('is started anew at once after its server was killed, orphan or not', async () => {
    const first = launch();
    await ready(first);
    expect(await ask(first, 'add')).toBe('value 1');
    first.child.kill('SIGKILL');
    const second = launch();
    await ready(second);
    expect(await ask(second, 'count')).toBe('value 1');
  });

  it('comes back under its server when it is killed itself', async () => {
    const running = launch();
    const pid = await ready(running);
    expect(await ask(running, 'add')).toBe('value 1');
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid, 10_000);
    let answer = '';
    for (let attempt = 0; attempt < 200 && answer !== 'value 1'; attempt++)
      answer = await ask(running, 'count');
    expect(answer).toBe('value 1');
    expect(await ask(running, 'pid')).not.toBe(`value ${pid}`);
  });

  it('repeats an initdb that was killed half way', async () => {
    const half = join(folder.path, 'postgres.new', 'data');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const running = launch();
    await ready(running);
    expect(await ask(running, 'add')).toBe('value 1');
    expect(existsSync(join(folder.path, 'postgres.new'))).toBe(false);
  });

  it('survives being killed at any moment of its first start', async () => {
    for (const pause of [200, 450, 700, 1_000]) {
      const { child } = launch();
      await new Promise((resolve) => setTimeout(resolve, pause));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const running = launch();
    await ready(running);
    expect(await ask(running, 'add')).toBe('value 1');
  });

  it('clears a lock whose process is gone, also where its number lives on in another process', async () => {
    writeFileSync(
      join(folder.path, 'postgres.lock'),
      JSON.stringify({ pid: process.pid, started: 'another boot/1' }),
    );
    const running = launch();
    await ready(running);
  });
});
