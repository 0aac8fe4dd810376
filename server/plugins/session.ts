import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Caller } from '../operation.ts';

const scheme = /^JWT ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/;

async function callerOf(request: FastifyRequest, context: Context): Promise<Caller | null> {
  const token = scheme.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  const now = context.now();
  const claims = context.tokens.verify(token, now);
  if (!claims) return null;
  return context.sessions.read(claims.sessionId, claims.userId, now);
}

/** Finds out who calls. A token that is missing, forged, expired or revoked makes nobody of the caller. */
export function addSession(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request) => {
    request.caller = await callerOf(request, context);
  });
}
