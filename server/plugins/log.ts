import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Faults } from '../access/faults.ts';
import { newWork, traceOf, type Work, within, workEntry } from '../database/work.ts';
import { openLogFile } from './log-file.ts';

export interface Log {
  /** One line per request, and one per job that ended. */
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

/** JSON lines under `<dataDir>/log`; failures go to standard error as well. A file that cannot be written is told once. */
export function openLog(dataDir: string, now: () => Date, faults: Faults): Log {
  const file = (name: string) => {
    const path = join(dataDir, 'log', name);
    return openLogFile(path, {
      told: (problem) =>
        faults.set(
          'log',
          name,
          problem === null
            ? null
            : `The log ${path} cannot be written (${problem}). Its lines are kept in memory and written when it can be.`,
        ),
    });
  };
  const request = file('request.jsonl');
  const security = file('security.jsonl');
  const line = (entry: object) => `${JSON.stringify({ at: now().toISOString(), ...entry })}\n`;
  return {
    request: (entry) => request.write(line(entry)),
    security: (event, entry) => security.write(line({ event, ...entry })),
    failure: (reference, error) => {
      const entry = line({ reference, ...describe(error) });
      request.write(entry);
      console.error(entry.trimEnd());
    },
    close: async () => {
      await Promise.all([request.close(), security.close()]);
    },
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

declare module 'fastify' {
  interface FastifyRequest {
    work: Work | null;
  }
  interface FastifyContextConfig {
    /** Id of the operation that the route serves. */
    readonly operation?: string;
  }
}

/** Told of each answer: its operation, or `page` for everything else. */
type ToldAnswer = (operation: string, status: number, ms: number) => void;

/** A line for each request; one whose answer was not sent to its end says that it was cut. */
export function addRequestLog(app: FastifyInstance, log: Log, told: ToldAnswer): void {
  app.decorateRequest('work', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    const work = newWork(request.id, traceOf(request.headers.traceparent, request.id), operation ?? null);
    request.work = work;
    // The reply's own clock runs for routes with a logger alone.
    const begun = performance.now();
    reply.raw.once('close', () => {
      const ms = performance.now() - begun;
      told(operation ?? 'page', reply.statusCode, ms);
      log.request({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ...(reply.raw.writableFinished ? {} : { cut: true }),
        ms: Math.round(ms * 10) / 10,
        user: request.caller?.id ?? null,
        from: request.ip,
        ...workEntry(work),
      });
    });
    within(work, done);
  });
}
