import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operation-file.ts';

export class OperationError extends Error {}

const refuse = (_file: string, error: Error): void => {
  throw error;
};

function readOperation(folder: string, name: string): Operation {
  let operation: unknown;
  try {
    operation = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperationError(`schemas/operations/${name} cannot be read: ${reason}`);
  }
  if (!isOperation(operation)) throw new OperationError(`schemas/operations/${name} is no operation.`);
  if (`${operation.id}.json` !== name)
    throw new OperationError(
      `schemas/operations/${name} has the id "${operation.id}". File and id must agree.`,
    );
  return operation;
}

/** Reads every file of schemas/operations; the file's name is the operation's id. `broken` is told of one that is none. */
export function loadOperations(
  root: string,
  broken: (file: string, error: Error) => void = refuse,
): readonly Operation[] {
  const folder = join(root, 'schemas', 'operations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      try {
        return [readOperation(folder, name)];
      } catch (error) {
        broken(`schemas/operations/${name}`, error instanceof Error ? error : new Error(String(error)));
        return [];
      }
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
