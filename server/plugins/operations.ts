import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { RawJson } from '../database/raw-json.ts';
import { waitedFor } from '../database/waited-for.ts';
import { within } from '../database/work.ts';
import type { Operation } from '../definitions/operation-file.ts';
import type { AnyHandler } from '../operation.ts';
import { Problem } from '../problem.ts';
import { authorise, checkPermissionEntry } from './authorise.ts';
import { constraintProblem } from './constraint-problem.ts';
import { loadHandler } from './load-handler.ts';
import { doneOnce } from './repeated-request.ts';
import { decodeSafeContent } from './safe-content.ts';
import { compileChecks, type OperationChecks } from './schemas.ts';

const withBody = new Set(['POST', 'PUT', 'PATCH']);
/** Base64 takes four characters for three bytes, the envelope a few more. */
const envelopeLimit = Math.ceil((2 * 1024 * 1024 * 4) / 3) + 1024;

function readBody(operation: Operation, request: FastifyRequest, field: string): unknown {
  if (!withBody.has(operation.method) || operation.transport === 'upload') return undefined;
  const raw = request.body;
  if (!Buffer.isBuffer(raw) || raw.length === 0) {
    if (!operation.body) return undefined;
    throw new Problem(
      'bad-envelope',
      `The request has no body. Send {"${field}": "…"} as application/json, the base64 of the body's JSON in UTF-8.`,
    );
  }
  return decodeSafeContent(raw, field);
}

function send(reply: FastifyReply, answer: unknown, log: Context['log']): FastifyReply {
  if (reply.sent) return reply;
  if (answer === undefined) return reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send();
  if (answer instanceof RawJson) return reply.type('application/json; charset=utf-8').send(answer.text);
  if (answer instanceof Readable) {
    // Once its head is sent, an answer that fails is cut: the log alone can say why.
    answer.on('error', (error) => {
      if (reply.raw.headersSent) log.failure(reply.request.id, error);
    });
    return reply.send(answer);
  }
  if (Buffer.isBuffer(answer)) return reply.send(answer);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** What a handler is given of the server: whoever closes the connection ends their reading and leaves the line. */
function servedTo(reply: FastifyReply, context: Context): Context {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort(new Problem('client-left'));
  });
  const { signal } = leaving;
  return {
    ...context,
    signal,
    database: waitedFor(context.database, signal),
    reportTurns: context.reportTurns.until(signal),
    exportTurns: context.exportTurns.until(signal),
  };
}

/** The way of every call: who, may they, what did they send, is it right, do it, answer. */
function route(operation: Operation, checks: OperationChecks, handler: AnyHandler, context: Context) {
  const field = `${context.config.product}SafeContent`;
  const asked = {
    database: context.database,
    entities: () => context.definitions.current().entities.values(),
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    authorise(operation, request.caller, request.params, context);
    checks.params(request.params);
    checks.query(request.query);
    const body = readBody(operation, request, field);
    if (operation.body) checks.body(body);
    const { params, query } = request;
    const served = servedTo(reply, context);
    const call = { params, query, body, caller: request.caller, context: served, request, reply };
    // The body came from the socket, which knows nothing of the request it is read for.
    const answering = () => (request.work ? within(request.work, () => handler(call)) : handler(call));
    const work = () =>
      answering().catch(async (error: unknown) => {
        // What cannot be asked is told as it came.
        throw (await constraintProblem(error, body, asked).catch(() => null)) ?? error;
      });
    const answer = await doneOnce(operation, request, reply, body, context, work);
    return send(reply, answer, context.log);
  };
}

/** Puts every operation on its path; one that lacks a permission or a handler is served to nobody, and told. */
export async function addOperations(app: FastifyInstance, context: Context): Promise<void> {
  const { root } = context.config;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: envelopeLimit },
    (_request, body, done) => done(null, body),
  );
  // An upload is read by its handler, chunk by chunk.
  app.addContentTypeParser(
    ['application/octet-stream', 'application/zip', 'text/plain'],
    (_request, payload, done) => done(null, payload),
  );
  // Anything else is not read; the refusal comes after the question who calls.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, null);
  });
  for (const operation of context.operations) {
    // What is open to nobody by a mistake stays closed; everything else is served.
    try {
      checkPermissionEntry(operation);
      const checks = compileChecks(operation);
      const handler = await loadHandler(root, operation);
      addRoute(app, operation, route(operation, checks, handler, context));
    } catch (error) {
      context.faults.set('operation', operation.id, brokenOperation(operation, error));
    }
  }
}

/** One sentence with the file and the reason. */
export function brokenOperation({ id }: Pick<Operation, 'id'>, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The operation "${id}" is not served: ${reason} Mend schemas/operations/${id}.json and start again.`;
}

function addRoute(app: FastifyInstance, operation: Operation, handler: ReturnType<typeof route>): void {
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operation: operation.id },
    // Kept files are fetched from any byte on, counted as they lie on disk; compressed, they would be others.
    ...(operation.method === 'GET' && operation.transport === 'file' ? { compress: false as const } : {}),
    handler,
  });
}
