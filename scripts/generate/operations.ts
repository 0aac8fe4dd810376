import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { filesUnder } from './read-parts.ts';

interface OperationFile {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly transport?: string;
  readonly fallback?: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object | null;
  readonly answer: object;
}

export function readOperations(root: string): readonly OperationFile[] {
  return filesUnder(root, 'schemas/operations', /\.json$/).map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as OperationFile,
  );
}

/** `src/generated/operations.ts`: the table that client and mocks read, and the types of every call. */
export async function operationsModule(root: string): Promise<string> {
  const operations = readOperations(root);
  const table = operations.map(
    ({ id, method, path, permission, transport, fallback }) =>
      `  ${JSON.stringify(id)}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, transport: ${JSON.stringify(transport ?? 'json')}, permission: ${JSON.stringify(permission)}${fallback === undefined ? '' : `, fallback: ${JSON.stringify(fallback)}`} },`,
  );
  const inputs = Object.fromEntries(operations.map((operation) => [operation.id, inputSchema(operation)]));
  const answers = Object.fromEntries(
    operations.map(({ id, answer }) => [id, Object.keys(answer).length === 0 ? {} : answer]),
  );
  return [
    'export const operations = {',
    ...table,
    '} as const;',
    '',
    'export type OperationId = keyof typeof operations;',
    '',
    await typesOf('OperationInput', inputs),
    await typesOf('OperationAnswer', answers),
  ].join('\n');
}

function inputSchema({ params, query, body }: OperationFile): object {
  const properties = {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
  };
  const demands = (part: object | undefined | null): boolean =>
    part !== undefined &&
    part !== null &&
    'required' in part &&
    Array.isArray(part.required) &&
    part.required.length > 0;
  const required = Object.entries(properties)
    .filter(([name, part]) => name === 'body' || demands(part))
    .map(([name]) => name);
  return { type: 'object', additionalProperties: false, properties, required };
}

async function typesOf(name: string, properties: { readonly [id: string]: object }): Promise<string> {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties,
    required: Object.keys(properties),
  };
  return compile(schema as Parameters<typeof compile>[0], name, {
    bannerComment: '',
    format: false,
    declareExternallyReferenced: true,
    unknownAny: true,
    maxItems: -1,
  });
}
