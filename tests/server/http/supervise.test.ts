import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { delayOf, reasonIn } from '#scripts/supervise.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cadastre-supervise-'));
const running = new Set<ChildProcess>();
const root = new URL('../../..', import.meta.url).pathname;

/** A stand-in for the server: says that it serves, and does what it is told to by a line. */
writeFileSync(
  join(folder, 'server.mjs'),
  `const restarts = process.env.CADASTRE_RESTARTS ?? 'none';
   if (process.argv[2] === 'fail') { console.error('Error: no way.'); process.exit(1); }
   if (process.argv[2] === 'config') { console.error('PORT is wrong.'); process.exit(78); }
   process.send('serves');
   process.on('disconnect', () => { console.log('left alone'); process.exit(0); });
   process.on('SIGTERM', () => process.exit(0));
   console.log('pid ' + process.pid + ' restarts ' + restarts);
   setInterval(() => {}, 1000);`,
);
writeFileSync(
  join(folder, 'start.mjs'),
  `import { supervise } from ${JSON.stringify(join(root, 'scripts/supervise.mjs'))};
   process.exit(await supervise(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}, ...process.argv.slice(2)]));`,
);

function start(what: string, shell = false) {
  const script = join(folder, 'start.mjs');
  const child = shell
    ? spawn('/bin/sh', ['-c', `"$0" "$1" ${what}; true`, process.execPath, script], {
        env: { ...process.env, npm_lifecycle_event: 'start' },
      })
    : spawn(process.execPath, [script, what]);
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
  const pids = () => [...text.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  return { child, text: () => text, pids, exit: once(child, 'exit') };
}

async function until(holds: () => boolean, what: () => string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It never came: ${what()}`);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the supervisor of npm start', () => {
  it('starts a killed server again and tells it how often, when and why', async () => {
    const { child, text, pids, exit } = start('serve');
    await until(() => pids().length === 1, text);
    process.kill(pids()[0] ?? 0, 'SIGKILL');
    await until(() => pids().length === 2, text);
    expect(text()).toMatch(/The server ended by SIGKILL\. It is started again in 0\.\d s\./);
    expect(text()).toMatch(/restarts \{"count":1,"at":"20.*","reason":"ended by SIGKILL"\}/);
    child.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    expect(lives(pids()[1] ?? 0)).toBe(false);
  });

  it('gives up what never starts, and what only its configuration can mend', async () => {
    const failing = start('fail');
    expect((await failing.exit)[0]).toBe(1);
    expect(failing.text().match(/started again/g)).toHaveLength(4);
    // The reason brings a full stop of its own.
    expect(failing.text()).toMatch(/Error: no way\. It is started again in/);
    expect(failing.text()).toContain(
      'The server did not start 5 times in a row and is given up. It ended with 1: Error: no way.\n',
    );
    const wrong = start('config');
    expect((await wrong.exit)[0]).toBe(78);
    expect(wrong.text().trim()).toBe('PORT is wrong.');
  });

  it('leaves no server behind when it is killed itself', async () => {
    const { child, text, pids } = start('serve');
    await until(() => pids().length === 1, text);
    child.kill('SIGKILL');
    await until(() => !lives(pids()[0] ?? 0), text);
  });

  it.runIf(process.platform === 'linux')('ends with the npm that it was started by', async () => {
    const { child, text, pids } = start('serve', true);
    await until(() => pids().length === 1, text);
    // The shell between does not hand the signal on.
    child.kill('SIGKILL');
    await until(() => !lives(pids()[0] ?? 0), text);
  });

  it('waits longer each time, up to half a minute, and finds the reason in what was said', () => {
    expect([1, 2, 3, 20].map((n) => delayOf(n, () => 1))).toEqual([250, 500, 1000, 30_000]);
    expect(reasonIn('a\nTypeError: x is not a function\n    at y (z.ts:1)\n', 1, null)).toBe(
      'ended with 1: TypeError: x is not a function',
    );
  });
});
