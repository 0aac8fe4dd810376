import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './access/caller.ts';
import type { Context } from './context.ts';

interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** What a handler is given: checked input, the caller, and all that the server holds. */
export interface Call<I extends Input = Input> {
  readonly params: I['params'];
  readonly query: I['query'];
  readonly body: I['body'];
  readonly caller: Caller | null;
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers the body. A `RawJson` is sent as it is, undefined is 204, a stream is a file.
 * The input is typed by whoever writes the handler and checked by the operation's schemas before.
 */
export type OperationHandler<I extends Input = Input> = (call: Call<I>) => Promise<unknown>;

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
