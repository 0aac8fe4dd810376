import { type ChildProcess, spawn } from 'node:child_process';

// Reads from a pipe that we alone hold; its end means that we are gone, however we went.
const script =
  'read -r _; kill -INT "$1" 2>/dev/null; n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 30 ]; do sleep 1; n=$((n+1)); done; kill -QUIT "$1" 2>/dev/null';

/** Ends the server soon after this process dies, even by kill -9. Where there is no sh, the next start does. */
export function watch(pid: number): { stop(): void } {
  if (process.platform === 'win32') return { stop: () => {} };
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'cadastre-watchdog', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return { stop: () => child.kill('SIGKILL') };
}
