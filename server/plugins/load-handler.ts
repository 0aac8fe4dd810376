import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperationError } from '../definitions/load-operations.ts';
import type { Operation } from '../definitions/operation-file.ts';
import type { OperationHandler } from '../operation.ts';

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
