import type { Who } from '../database/transaction.ts';

/** The signed-in person of a request, with rights as they are at this moment. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly perms: ReadonlySet<string>;
  /** Codes of the districts of the user's regions; `*` for all. */
  readonly districts: readonly string[] | '*';
  /** Changes when anything that the person may see changes. */
  readonly permissionVersion: string;
  /** The draft that is looked at, when the rights are narrowed to those of the role or user looked at. */
  readonly preview?: string;
}

/** Whose rows a transaction sees and writes. */
export function whoOf({ id, districts, perms }: Caller): Who {
  return { userId: id, districts, perms };
}
