import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

export type Schema = { readonly [keyword: string]: unknown };

/** One server call, as schemas/operations/<id>.json describes it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the API's base, parameters in braces: `/{list}/{id}`. */
  readonly path: string;
  /** A permission code, `public`, `signed-in`, `record:view` or `record:update`. */
  readonly permission: string;
  readonly params?: Schema | null;
  readonly query?: Schema | null;
  readonly body?: Schema | null;
  readonly answer: Schema;
  readonly problems?: readonly { readonly code: string; readonly status: number; readonly message: string }[];
  readonly transport?: 'json' | 'upload' | 'file';
  /** What a person is told where a failed answer says nothing itself. */
  readonly fallback?: string;
}

/** The signed-in person of a request, with rights as they are at this moment. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly perms: ReadonlySet<string>;
  /** Codes of the districts of the user's regions; `*` for all. */
  readonly districts: readonly string[] | '*';
  /** Changes when anything that the person may see changes. */
  readonly permissionVersion: string;
  /** The draft that is looked at, when the rights are narrowed to those of the role or user looked at. */
  readonly preview?: string;
}

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

/** JSON text that the database has already written. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

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
