import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operation-file.ts';

export class OperationError extends Error {}

/** Reads every file of schemas/operations; the file's name is the operation's id. */
export function loadOperations(root: string): readonly Operation[] {
  const folder = join(root, 'schemas', 'operations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const operation: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (!isOperation(operation)) throw new OperationError(`schemas/operations/${name} is no operation.`);
      if (`${operation.id}.json` !== name)
        throw new OperationError(
          `schemas/operations/${name} has the id "${operation.id}". File and id must agree.`,
        );
      return operation;
    });
}

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'method', 'path', 'summary'].every((key) => typeof Reflect.get(value, key) === 'string') &&
    typeof Reflect.get(value, 'answer') === 'object'
  );
}
