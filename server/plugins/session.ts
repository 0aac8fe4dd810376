import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

const scheme = /^JWT ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/;

async function callerOf(request: FastifyRequest, context: Context): Promise<Caller | null> {
  const token = scheme.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  const now = context.now();
  const claims = context.tokens.verify(token, now);
  if (!claims) return null;
  return context.sessions.read(claims.sessionId, claims.userId, now);
}

/** Whoever looks at a draft as somebody else calls everything with the rights that both have. */
function looking(caller: Caller | null, request: FastifyRequest, context: Context): Caller | null {
  const draft = request.headers['x-cadastre-preview'];
  if (caller === null || typeof draft !== 'string') return caller;
  const found = context.studio.previews.find(draft, caller, context.now());
  if (!found) throw new Problem('not-found', 'This draft is not looked at any more. Open its preview again.');
  return found.actor;
}

/** Finds out who calls. A token that is missing, forged, expired or revoked makes nobody of the caller. */
export function addSession(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request) => {
    request.caller = looking(await callerOf(request, context), request, context);
  });
}
