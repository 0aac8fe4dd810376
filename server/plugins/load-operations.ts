import { readdirSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Operation } from '../definitions/operation-file.ts';
import type { OperationHandler } from '../operation.ts';

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

/** `record.get` is answered by `server/modules/record/get.ts`. */
export function handlerPath(id: string): string {
  return `${id.replace('.', '/')}.ts`;
}

export async function loadHandler(root: string, operation: Operation): Promise<OperationHandler> {
  const path = `server/modules/${handlerPath(operation.id)}`;
  await access(join(root, path)).catch(() => {
    throw new OperationError(
      `Operation "${operation.id}" has no handler. Write ${path}, exporting "handler".`,
    );
  });
  const module: unknown = await import(pathToFileURL(join(root, path)).href);
  const handler: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined;
  if (!isHandler(handler)) throw new OperationError(`${path} exports no function "handler".`);
  return handler;
}

function isHandler(value: unknown): value is OperationHandler {
  return typeof value === 'function';
}
