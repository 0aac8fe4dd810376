import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationAnswer, OperationId, OperationInput } from '#src/generated/operations.ts';
import type { Caller } from './access/caller.ts';
import type { Context } from './context.ts';
import type { RawJson } from './database/raw-json.ts';

/** A part of what the operation's schemas demand; a query that may be left out is empty then. */
type Part<K extends OperationId, P extends string> = OperationInput[K] extends { readonly [p in P]?: infer V }
  ? Exclude<V, undefined>
  : undefined;

/** What a handler is given: input that its operation's schemas have checked, the caller, and all that the server holds. */
export interface Call<K extends OperationId> extends AnyCall {
  readonly params: Part<K, 'params'>;
  readonly query: Part<K, 'query'>;
  readonly body: Part<K, 'body'>;
}

/** A call whose operation is not known where it is read. */
export interface AnyCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller | null;
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Of one operation, which `server/modules/NOUN/VERB.ts` names: a `RawJson` is sent as it is, undefined is 204, a stream is a file. */
export type OperationHandler<K extends OperationId> = (
  call: Call<K>,
) => Promise<OperationAnswer[K] | RawJson | Readable | FastifyReply | undefined>;

export type AnyHandler = (call: AnyCall) => Promise<unknown>;

/** The caller of an operation that demands one; such an operation never runs without. */
export function signedIn(call: { readonly caller: Caller | null }): Caller {
  if (!call.caller) throw new Error('The operation runs without a caller, yet asks for one.');
  return call.caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
