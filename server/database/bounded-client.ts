import type { Duplex } from 'node:stream';
import pg from 'pg';
import { AnswerTooLargeError } from './errors.ts';

/** Bytes of one answer that a request may hold in memory; pages are far below it by their own statement. */
export const mostAnswerBytes = 64 * 1024 * 1024;

/** What ends an answer, or hands on what came of it: nothing of the earlier bytes is held on its behalf. */
const ends: ReadonlySet<string> = new Set([
  'readyForQuery',
  'portalSuspended',
  'copyData',
  'commandComplete',
]);

type OnData = (bytes: Buffer) => void;

/** The parts of the driver's connection that its types leave out. */
interface Wire extends NodeJS.EventEmitter {
  attachListeners: (stream: Duplex) => void;
}

function isWire(value: unknown): value is Wire {
  return (
    typeof value === 'object' &&
    value !== null &&
    'attachListeners' in value &&
    typeof value.attachListeners === 'function'
  );
}

/**
 * The driver puts an answer together before anybody sees it, and throws out of the socket's event where a value is
 * longer than a string can be, which would end the process. Here a failure of its parser, or an answer beyond
 * `mostBytes`, breaks the connection: the query that waits on it fails, and nothing else does.
 */
export class BoundedClient extends pg.Client {
  mostBytes = mostAnswerBytes;
  /** Of the last whole answer, or batch of a cursor. */
  lastBytes = 0;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const wire: unknown = Reflect.get(this, 'connection');
    if (!isWire(wire)) throw new Error('The driver keeps no connection that can be bounded.');
    const attach = wire.attachListeners.bind(wire);
    let held = 0;
    wire.on('message', ({ name }: { readonly name: string }) => {
      if (!ends.has(name)) return;
      if (held > 0) this.lastBytes = held;
      held = 0;
    });
    const guarded = (stream: Duplex, parse: OnData): OnData => {
      return (bytes) => {
        if (stream.destroyed) return;
        held += bytes.length;
        if (held > this.mostBytes) {
          stream.destroy(new AnswerTooLargeError(this.mostBytes));
          return;
        }
        try {
          parse(bytes);
        } catch (error) {
          stream.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      };
    };
    wire.attachListeners = (stream) => {
      const known = new Set(stream.listeners('data'));
      attach(stream);
      for (const listener of stream.listeners('data')) {
        if (known.has(listener)) continue;
        stream.off('data', listener as OnData);
        stream.on('data', guarded(stream, listener as OnData));
      }
    };
  }
}
