// A server for tests of the browser's parts, made from the operations' own files.
import { HttpResponse, http, type RequestHandler } from 'msw';
import { loadOperations } from '#server/definitions/load-operations.ts';
import { decodeSafeContent } from '#server/plugins/safe-content.ts';
import { compileChecks } from '#server/plugins/schemas.ts';
import { Problem, problemBody } from '#server/problem.ts';

export interface MockCall {
  readonly params: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: string | readonly string[] };
  readonly body: unknown;
  readonly headers: Headers;
}

/** Answers a body, a whole Response, or throws a Problem. */
export type MockAnswer = (call: MockCall) => unknown;

const operations = new Map(
  loadOperations(new URL('../..', import.meta.url).pathname).map((operation) => [operation.id, operation]),
);

function queryOf(url: string): MockCall['query'] {
  const query: { [name: string]: string | readonly string[] } = {};
  const given = new URL(url).searchParams;
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return query;
}

function refusal(problem: Problem): Response {
  return HttpResponse.json(problemBody(problem, 'mock'), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/**
 * MSW handlers for the operations named in `answers`. What is sent is checked as the server checks it:
 * envelope, path, query and body by the operation's schemas.
 */
export function operationHandlers(
  base: string,
  answers: { readonly [operation: string]: MockAnswer },
): readonly RequestHandler[] {
  return Object.entries(answers).map(([id, answer]) => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`Operation "${id}" is unknown.`);
    const checks = compileChecks(operation);
    const path = `${base}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`;
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    return http[method](path, async ({ request, params }) => {
      try {
        const read = { ...params };
        const query = { ...queryOf(request.url) };
        checks.params(read);
        checks.query(query);
        const raw = new Uint8Array(await request.arrayBuffer());
        const enveloped = operation.body && operation.transport !== 'upload';
        const body = enveloped ? decodeSafeContent(raw, 'CadastreSafeContent') : undefined;
        if (enveloped) checks.body(body);
        const given = await answer({ params: read, query, body, headers: request.headers });
        if (given instanceof Response) return given;
        return given === undefined
          ? new HttpResponse(null, { status: 204 })
          : HttpResponse.json(given as object);
      } catch (error) {
        if (error instanceof Problem) return refusal(error);
        throw error;
      }
    });
  });
}
