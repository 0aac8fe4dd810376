import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KeyedRequest, once } from '../access/request-keys.ts';
import type { Context } from '../context.ts';
import { RawJson } from '../database/raw-json.ts';
import type { Operation } from '../definitions/operation-file.ts';
import { Problem } from '../problem.ts';
import { readsOnly } from './authorise.ts';

const keyPattern = /^[A-Za-z0-9-]{8,64}$/;

/** Of what changes something, as its sender named it; null where it has no name, or answers with a file. */
function keyedRequest(operation: Operation, request: FastifyRequest, body: unknown): KeyedRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.caller) return null;
  if (readsOnly(operation) || operation.transport === 'file') return null;
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new Problem(
      'invalid-request',
      'The Idempotency-Key is not one. Send 8 to 64 letters, digits or hyphens.',
    );
  // The bytes of an upload are not known before they are read; its name and place are.
  const asked = JSON.stringify([operation.id, request.params, request.query, body ?? null]);
  const fingerprint = createHash('sha256').update(asked).digest('base64url');
  return { userId: request.caller.id, key, fingerprint };
}

function keptText(answer: unknown): string | null {
  if (answer instanceof RawJson) return answer.text;
  return answer === undefined ? null : JSON.stringify(answer);
}

/** The answer of the work, which is done once under the key of its request; a repeat is answered as the first was. */
export async function doneOnce(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  { database }: Pick<Context, 'database'>,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const keyed = keyedRequest(operation, request, body);
  if (!keyed) return work();
  const done: { answer: unknown }[] = [];
  const kept = await once(database, keyed, async () => {
    const answer = await work();
    done.push({ answer });
    const text = keptText(answer);
    return { status: text === null && reply.statusCode === 200 ? 204 : reply.statusCode, text };
  });
  if (done[0]) return done[0].answer;
  reply.code(kept.status).header('idempotent-replayed', 'true');
  return kept.text === null ? undefined : new RawJson(kept.text);
}
