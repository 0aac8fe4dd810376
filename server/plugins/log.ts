import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

export interface Log {
  /** One line per request. */
  readonly request: (entry: { readonly [member: string]: unknown }) => void;
  /** Sign-ins, refusals, definition refusals, report kills. */
  readonly security: (event: string, entry: { readonly [member: string]: unknown }) => void;
  /** Errors with their stack, under the reference that the person was told. */
  readonly failure: (reference: string, error: unknown) => void;
  readonly close: () => Promise<void>;
}

function describe(error: unknown): { readonly [member: string]: unknown } {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) };
  return { error: error.message, stack: error.stack, ...cause };
}

/** JSON lines under `<dataDir>/log`; failures go to standard error as well. */
export function openLog(dataDir: string, now: () => Date): Log {
  const folder = join(dataDir, 'log');
  mkdirSync(folder, { recursive: true });
  const streams = {
    request: createWriteStream(join(folder, 'request.jsonl'), { flags: 'a', mode: 0o600 }),
    security: createWriteStream(join(folder, 'security.jsonl'), { flags: 'a', mode: 0o600 }),
  };
  for (const stream of Object.values(streams))
    stream.on('error', (error) => console.error(`The log cannot be written: ${error.message}`));
  const line = (entry: object) => `${JSON.stringify({ at: now().toISOString(), ...entry })}\n`;
  return {
    request: (entry) => streams.request.write(line(entry)),
    security: (event, entry) => streams.security.write(line({ event, ...entry })),
    failure: (reference, error) => {
      const entry = line({ reference, ...describe(error) });
      streams.request.write(entry);
      console.error(entry.trimEnd());
    },
    close: () =>
      Promise.all(Object.values(streams).map((s) => new Promise<void>((done) => s.end(() => done())))).then(
        () => {},
      ),
  };
}

/** A log for tests: nothing is written, everything can be read. */
export function memoryLog(): Log & { readonly entries: { readonly kind: string; readonly entry: object }[] } {
  const entries: { kind: string; entry: object }[] = [];
  return {
    entries,
    request: (entry) => entries.push({ kind: 'request', entry }),
    security: (event, entry) => entries.push({ kind: 'security', entry: { event, ...entry } }),
    failure: (reference, error) =>
      entries.push({ kind: 'failure', entry: { reference, ...describe(error) } }),
    close: async () => {},
  };
}

/** A line for each request; one whose answer was not sent to its end says that it was cut. */
export function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      log.request({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ...(reply.raw.writableFinished ? {} : { cut: true }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.id ?? null,
        from: request.ip,
      });
    });
  });
}
