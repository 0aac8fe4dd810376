import table from '#schemas/codes/permission.json' with { type: 'json' };
import type { Caller } from './caller.ts';

/** Every permission that an operation, a screen or a field may demand, with its meaning: the code table says them. */
export const permissions: { readonly [code: string]: string } = Object.fromEntries(
  table.codes.map(({ code, label }) => [code, label]),
);

export const systemAdminId = 1;

/** What somebody may by the rights of their roles; the first administrator may everything, whatever these say. */
export function permissionsOf(userId: number, ofRoles: Iterable<string>): ReadonlySet<string> {
  return new Set(userId === systemAdminId ? Object.keys(permissions) : ofRoles);
}

export function may(caller: Caller | null, permission: string | null): boolean {
  if (permission === null) return true;
  if (!caller) return false;
  return caller.perms.has(permission);
}
