import { connect as connectTo } from 'node:net';
import type { PoolClient } from 'pg';

const cancelCode = 80_877_102;
const patienceMs = 2_000;

/** Where and with which key the server takes a cancellation of what runs on a connection. */
function keyOf(client: PoolClient) {
  const pid: unknown = Reflect.get(client, 'processID');
  const secret: unknown = Reflect.get(client, 'secretKey');
  if (typeof pid !== 'number' || typeof secret !== 'number') return null;
  const { host, port } = client;
  return { pid, secret, at: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port } };
}

/**
 * Asks the server to stop the statement that runs on a connection, by the protocol's own message: it takes no connection
 * of the pool and finds its way through a pooler, which a process id does not. Resolves when the server has taken it,
 * never rejects: what cannot be stopped runs into its time limit.
 */
function cancel(client: PoolClient): Promise<void> {
  const key = keyOf(client);
  if (!key) return Promise.resolve();
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(cancelCode, 4);
  message.writeInt32BE(key.pid, 8);
  message.writeInt32BE(key.secret, 12);
  return new Promise((resolve) => {
    const socket = connectTo(key.at, () => socket.end(message));
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
  });
}

/** A statement that is not yet under way when it is cancelled runs all the same, so it is asked for again after this. */
const againMs = 100;

/**
 * Stops what runs on a connection when the signal is aborted, and whatever is still sent on it. `done` ends that; it waits
 * for a cancellation that is under way, because one that comes late would stop the next user's statement.
 */
export function cancelOn(signal: AbortSignal | undefined, client: PoolClient): { done: () => Promise<void> } {
  let cancelling = Promise.resolve();
  let over = false;
  let wake = () => {};
  const stop = async () => {
    while (!over) {
      await cancel(client);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, over ? 0 : againMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const begin = () => {
    cancelling = stop();
  };
  signal?.addEventListener('abort', begin, { once: true });
  return {
    done: () => {
      over = true;
      wake();
      signal?.removeEventListener('abort', begin);
      return cancelling;
    },
  };
}
