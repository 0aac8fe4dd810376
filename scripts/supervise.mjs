// Keeps one server running: starts it again when it ends by itself, and ends it with whoever started this.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Nothing that a restart could mend: configuration, a taken port, another server on the same data. */
export const misconfigured = 78;
const first = 250;
const longest = 30_000;
const steadyMs = 60_000;
const quickEnds = 5;
const patienceMs = 15_000;
const tailLength = 4_000;

/** How long before the n-th start in a row; with some chance in it, so that several do not start in step. */
export function delayOf(quick, random = Math.random) {
  return Math.min(longest, first * 2 ** Math.max(0, quick - 1)) * (0.75 + random() / 4);
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Calls when npm, or the shell that it started this by, is gone: a signal to it does not always come through. */
function watchStarter(gone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}

/** What was said last that looks like a reason, else the last line. */
export function reasonIn(text, code, signal) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const told =
    lines.findLast((line) => /^(\w*Error\b|FATAL ERROR|\{"at".*"error")/.test(line.trim())) ?? lines.at(-1);
  const how = signal ? `ended by ${signal}` : `ended with ${code}`;
  return told === undefined ? how : `${how}: ${told.trim().slice(0, 300)}`;
}

/** What is told ends with one full stop, whether the reason brought its own or not. */
const withStop = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * Runs the command until it is asked to stop, ends cleanly, or cannot be helped; resolves with the exit code. Why the one
 * before ended is told to the next in CADASTRE_RESTARTS: how often, when and why.
 */
export function supervise(
  command,
  args,
  { say = (line) => process.stderr.write(`${line}\n`), env = process.env } = {},
) {
  return new Promise((resolve) => {
    let child = null;
    let stopping = false;
    let served = false;
    let quick = 0;
    let waiting = null;
    const restarts = { count: 0, at: null, reason: null };

    const stop = (signal) => {
      if (waiting) {
        clearTimeout(waiting);
        resolve(0);
        return;
      }
      if (stopping) {
        child?.kill('SIGKILL');
        return;
      }
      stopping = true;
      child?.kill(signal);
      setTimeout(() => child?.kill('SIGKILL'), patienceMs).unref();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
    watchStarter(() => stop('SIGTERM'));

    const start = () => {
      waiting = null;
      const began = Date.now();
      let tail = '';
      // The channel tells the server that this process is gone, however it went.
      child = spawn(command, args, {
        stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
        env: restarts.count === 0 ? env : { ...env, CADASTRE_RESTARTS: JSON.stringify(restarts) },
      });
      child.stderr.on('data', (bytes) => {
        process.stderr.write(bytes);
        tail = (tail + bytes.toString('utf8')).slice(-tailLength);
      });
      child.on('message', (message) => {
        if (message === 'serves') served = true;
      });
      child.on('error', (error) => {
        tail += `\n${error.message}`;
      });
      child.on('close', (code, signal) => {
        if (stopping || code === 0) return resolve(code ?? 1);
        if (code === misconfigured) return resolve(code);
        quick = Date.now() - began < steadyMs ? quick + 1 : 1;
        const reason = reasonIn(tail, code, signal);
        if (!served && quick >= quickEnds) {
          say(withStop(`The server did not start ${quick} times in a row and is given up. It ${reason}`));
          return resolve(code ?? 1);
        }
        const delay = Math.round(delayOf(quick));
        Object.assign(restarts, { count: restarts.count + 1, at: new Date().toISOString(), reason });
        say(`${withStop(`The server ${reason}`)} It is started again in ${(delay / 1000).toFixed(1)} s.`);
        waiting = setTimeout(start, delay);
      });
    };
    start();
  });
}
