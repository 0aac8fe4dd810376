import type { Writer } from '../database/transaction.ts';

/** The signed-in person of a request, with rights as they are at this moment. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly perms: ReadonlySet<string>;
  /** Codes of the districts that the person may see: those of their regions and those around them; `*` for all. */
  readonly districts: readonly string[] | '*';
  /** Codes of the districts that the person may work in: those of their regions; `*` for all. */
  readonly workDistricts: readonly string[] | '*';
  /** Changes when anything that the person may see changes. */
  readonly permissionVersion: string;
  /** The draft that is looked at, when the rights are narrowed to those of the role or user looked at. */
  readonly preview?: string;
}

/** Whose rows a transaction sees and writes. */
export function whoOf({ id, districts, workDistricts, perms }: Caller): Writer {
  return { userId: id, districts, workDistricts, perms };
}

/** Whether the person may change what lies in a district; what lies in none is not asked here. */
export function worksIn({ workDistricts }: Pick<Caller, 'workDistricts'>, district: string | null): boolean {
  return district === null || workDistricts === '*' || workDistricts.includes(district);
}
