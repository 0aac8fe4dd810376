import type { Caller } from '../access/caller.ts';
import { permissions } from '../access/permissions.ts';
import type { Context } from '../context.ts';
import type { Operation } from '../definitions/operation-file.ts';
import { Problem } from '../problem.ts';

const special = new Set(['public', 'signed-in', 'record:view', 'record:update']);
/** Refuses an operation that names no permission or one that does not exist: nothing is open by omission. */
export function checkPermissionEntry(operation: Operation): void {
  if (!special.has(operation.permission) && !Object.hasOwn(permissions, operation.permission))
    throw new Error(
      `Operation "${operation.id}" demands "${String(operation.permission)}", which is no permission. Give it one; without, it is served to nobody.`,
    );
}

function demand(caller: Caller, permission: string | null): void {
  if (permission === null || !caller.perms.has(permission)) throw new Problem('not-allowed');
}

/** These are sent with a body and change nothing but the memory of a search. */
const readWithBody = new Set([
  'query.run',
  'query.export',
  'query.beginExport',
  'document.make',
  'record.search',
  'attachment.merge',
  'attachment.download',
]);

export function readsOnly({ id, method }: Operation): boolean {
  return method === 'GET' || readWithBody.has(id);
}

/** The right to call: 401 without a caller, 404 for an unknown list, 403 without the permission. */
export function authorise(
  operation: Operation,
  caller: Caller | null,
  params: unknown,
  context: Context,
): void {
  if (caller?.preview !== undefined && !readsOnly(operation))
    throw new Problem('refused', 'A draft that is looked at changes nothing. Publish it, then do this.');
  if (operation.permission === 'public') return;
  if (!caller) throw new Problem('not-signed-in');
  if (operation.permission === 'signed-in') return;
  if (!operation.permission.startsWith('record:')) {
    demand(caller, operation.permission);
    return;
  }
  const list: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'list') : undefined;
  const entity = typeof list === 'string' ? context.definitions.entityOfList(list) : null;
  if (!entity) throw new Problem('not-found');
  const { view, update } = entity.record.permissions;
  demand(caller, view);
  if (operation.permission === 'record:update') demand(caller, update);
}
