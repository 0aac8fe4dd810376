import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './read-parts.ts';
import { schemaType } from './schema-type.ts';

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

/** `src/generated/public-operations.ts`: what is called before anybody signs in, without what a call does not need. */
export function publicOperationsModule(root: string): string {
  const table = readOperations(root)
    .filter(({ permission }) => permission === 'public')
    .map(
      ({ id, method, path, fallback }) =>
        `  ${JSON.stringify(id)}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}${fallback === undefined ? '' : `, fallback: ${JSON.stringify(fallback)}`} },`,
    );
  return ['export const publicOperations = {', ...table, '} as const;', ''].join('\n');
}

/** `src/generated/operations.ts`: the table that client and mocks read, and the types of every call. */
export function operationsModule(root: string): string {
  const operations = readOperations(root);
  const table = operations.map(
    ({ id, method, path, permission, transport, fallback }) =>
      `  ${JSON.stringify(id)}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, transport: ${JSON.stringify(transport ?? 'json')}, permission: ${JSON.stringify(permission)}${fallback === undefined ? '' : `, fallback: ${JSON.stringify(fallback)}`} },`,
  );
  return [
    'export const operations = {',
    ...table,
    '} as const;',
    '',
    'export type OperationId = keyof typeof operations;',
    '',
    '/** What each operation takes: values of the path, of the query, and the body. */',
    'export interface OperationInput {',
    ...operations.map((operation) => `  readonly ${JSON.stringify(operation.id)}: ${inputType(operation)};`),
    '}',
    '',
    '/** What each operation answers; unknown where it answers nothing or a file. */',
    'export interface OperationAnswer {',
    ...operations.map(
      ({ id, answer }) => `  readonly ${JSON.stringify(id)}: ${schemaType(answer, { open: false }, '  ')};`,
    ),
    '}',
    '',
  ].join('\n');
}

function inputType({ params, query, body }: OperationFile): string {
  const demands = (part: object): boolean =>
    'required' in part && Array.isArray(part.required) && part.required.length > 0;
  // What a path or a query has beyond its schema nobody reads; the members of a body may be a record's fields.
  const parts = [
    ...(params ? [`readonly params: ${schemaType(params, { open: false }, '    ')};`] : []),
    ...(query
      ? [`readonly query${demands(query) ? '' : '?'}: ${schemaType(query, { open: false }, '    ')};`]
      : []),
    ...(body ? [`readonly body: ${schemaType(body, { open: true }, '    ')};`] : []),
  ];
  return parts.length === 0 ? '{}' : `{\n${parts.map((part) => `    ${part}`).join('\n')}\n  }`;
}
