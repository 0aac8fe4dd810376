import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnwritable } from '../access/data-folder.ts';
import { databaseProblem } from '../database/database-problem.ts';
import { Problem, problemBody } from '../problem.ts';
import type { Log } from './log.ts';

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}

/** Every error becomes a problem; what is not foreseen says nothing of itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fromDatabase = databaseProblem(error);
  if (fromDatabase) return fromDatabase;
  if (isUnwritable(error)) return new Problem('no-room', undefined, { cause: error });
  if (isFastifyError(error)) {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('too-large');
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('upload-too-large');
    if (error.code.startsWith('FST_ERR_CTP_')) return new Problem('bad-envelope');
    if (error.statusCode !== undefined && error.statusCode < 500) return new Problem('invalid-request');
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem(status === 403 || status === 404 ? 'not-found' : 'invalid-request', undefined, {
      cause: error,
    });
  return new Problem('internal', undefined, { cause: error });
}

export function sendProblem(reply: FastifyReply, problem: Problem, reference: string): FastifyReply {
  return reply
    .code(problem.status)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, reference)));
}

export function addProblems(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) log.failure(request.id, error);
    else if (problem.status === 401 || problem.status === 403 || problem.status === 429)
      log.security('refused', {
        id: request.id,
        code: problem.code,
        method: request.method,
        path: request.url.split('?')[0],
        user: request.caller?.id ?? null,
        from: request.ip,
      });
    if (problem.status === 429 || problem.status === 503)
      reply.header('retry-after', String(problem.retryAfter ?? 5));
    return sendProblem(reply, problem, request.id);
  });
}
