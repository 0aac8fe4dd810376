import type { Row } from './values.ts';

export interface ScopeUser {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
}

export interface ScopeSession {
  /** The company's base year: `LT year`. */
  readonly baseYear: number;
  readonly selectedBaseyear: number;
  readonly selectedDistrict: string | null;
  /** The last district of the last export. */
  readonly exportedDistrict: string | null;
  readonly company: string;
  readonly version: string;
  /** The company's system parameters; one that is not set is absent or null. */
  readonly parameters: { readonly [name: string]: unknown };
}

/** All that an expression or a template may read. Plain data, own properties. */
export interface Scope {
  readonly params: { readonly [id: string]: unknown };
  readonly data: { readonly [source: string]: unknown };
  readonly user: ScopeUser | null;
  readonly session: ScopeSession;
  readonly roles: readonly string[];
  readonly perms: readonly string[];
  /** Codes of the districts that the user works in, and does not only search; `*` stands for all. */
  readonly workDistricts: readonly string[];
  /** `yyyy-MM-dd`, the server's day. */
  readonly today: string;
  readonly row?: Row;
  readonly form?: { readonly [field: string]: unknown };
  /** The answer of the step before, in an action plan. */
  readonly answer?: unknown;
  /** The failure that `onError` answers to, in an action plan. */
  readonly failure?: unknown;
}

/** Whether the user may change what lies in a district; what says no district lies in none. */
export function worksIn({ workDistricts }: Pick<Scope, 'workDistricts'>, district: unknown): boolean {
  return typeof district !== 'string' || workDistricts.includes('*') || workDistricts.includes(district);
}

/** The scope of nobody and nothing: for what reads a form alone, or nothing at all. */
export const nobody: Scope = {
  params: {},
  data: {},
  user: null,
  session: {
    baseYear: 0,
    selectedBaseyear: 0,
    selectedDistrict: null,
    exportedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '',
};
