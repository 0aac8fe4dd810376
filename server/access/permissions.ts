import type { Caller } from './caller.ts';

/** Every permission that an operation, a screen or a field may demand, with its meaning. */
export const permissions: { readonly [code: string]: string } = {
  propV: 'see properties',
  propU: 'change properties',
  saleV: 'see sales',
  saleU: 'change sales',
  anlyV: 'see analyses',
  anlyU: 'change analyses',
  cmprU: 'change components',
  avalU: 'change annual values',
  trxiU: 'import files',
  trxeU: 'export files',
  clndU: 'change Crown land records',
  refiU: 'change reference lists',
  userU: 'manage users',
  repoV: 'see reports',
  coptU: 'change contractor options',
  defnU: 'edit and publish definitions',
  admnU: 'administer the system',
};

export const systemAdminId = 1;

export function may(caller: Caller | null, permission: string | null): boolean {
  if (permission === null) return true;
  if (!caller) return false;
  return caller.perms.has(permission);
}
