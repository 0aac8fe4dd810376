import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationError } from '../definitions/load-operations.ts';
import type { Operation } from '../definitions/operation-file.ts';
import type { AnyHandler } from '../operation.ts';

/** `record.get` is answered by `server/modules/record/get.ts`, `record.saveMany` by `record/save-many.ts`. */
function placeOf(id: string): readonly [noun: string, verb: string] {
  const [noun = '', verb = ''] = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('.');
  return [noun, verb];
}

export async function loadHandler(root: string, operation: Operation): Promise<AnyHandler> {
  const [noun, verb] = placeOf(operation.id);
  const path = `server/modules/${noun}/${verb}.ts`;
  await access(join(root, path)).catch(() => {
    throw new OperationError(
      `Operation "${operation.id}" has no handler. Write ${path}, exporting "handler".`,
    );
  });
  // In this shape a bundler takes all handlers along.
  const module: unknown = await import(`../modules/${noun}/${verb}.ts`);
  const handler: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined;
  if (!isHandler(handler)) throw new OperationError(`${path} exports no function "handler".`);
  return handler;
}

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}
