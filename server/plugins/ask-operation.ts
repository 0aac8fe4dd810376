import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { RawJson } from '../database/raw-json.ts';
import type { AnyCall } from '../operation.ts';
import { Problem } from '../problem.ts';
import { authorise } from './authorise.ts';
import { loadHandler } from './load-handler.ts';
import { compileChecks, type OperationChecks } from './schemas.ts';

const compiled = new Map<string, OperationChecks>();

function refused(id: string): Problem {
  return new Problem('refused', `What "${id}" answers cannot be put on paper.`);
}

/**
 * The answer of an operation that reads, asked from within the server with the caller's rights and its own checks, as a
 * page's source asks it: names of the path fill the path, the others are the query. One that needs the request itself
 * (a file, a header) is refused.
 */
export async function askOperation(
  id: string,
  given: { readonly [name: string]: unknown },
  caller: Caller,
  context: Context,
): Promise<unknown> {
  const operation = context.operations.find((one) => one.id === id);
  if (operation?.method !== 'GET' || (operation.transport ?? 'json') !== 'json') throw refused(id);
  const names = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const texts = Object.entries(given).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  const params = Object.fromEntries(texts.filter(([name]) => names.has(name)));
  const query = Object.fromEntries(texts.filter(([name]) => !names.has(name)));
  const checks = compiled.get(operation.id) ?? compileChecks(operation);
  compiled.set(operation.id, checks);
  authorise(operation, caller, params, context);
  checks.params(params);
  checks.query(query);
  const never = {
    get: () => {
      throw refused(id);
    },
  };
  // Not enumerable: a handler that takes the rest of its call in one does not ask for them by that.
  const call = Object.defineProperties(
    { params, query, body: undefined, caller, context },
    { request: never, reply: never },
  ) as AnyCall;
  const handler = await loadHandler(context.config.root, operation);
  const answer = await handler(call);
  return answer instanceof RawJson ? JSON.parse(answer.text) : answer;
}
