import { type SystemParameter, systemParameters } from '#src/core/system-parameters.ts';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';

const flag = /^[01]$/;

/** The company's parameters, each with what it accepts and how that is said. */
export const sysparamRules = {
  CURRBASE: { accepts: /^\d{4}-07-01$/, expects: 'a base date such as 2025-07-01' },
  COMPNAME: { accepts: /^\S.{0,199}$/u, expects: 'a name of at most 200 characters' },
  GMAPIKEY: { accepts: /^[\w-]{1,200}$/, expects: 'a key of letters, digits, - and _' },
  USETXTAI: { accepts: flag, expects: '1 or 0' },
  NTFYMESS: { accepts: flag, expects: '1 or 0' },
  SESSENBL: { accepts: flag, expects: '1 or 0' },
  SESSMINS: { accepts: /^([1-9]\d{0,2}|1[0-3]\d\d|14[0-3]\d|1440)$/, expects: 'minutes from 1 to 1440' },
  NTFYANAS: { accepts: flag, expects: '1 or 0' },
  NTFYEXPT: { accepts: flag, expects: '1 or 0' },
  NTFYIMPT: { accepts: flag, expects: '1 or 0' },
  NTFYSHSR: { accepts: flag, expects: '1 or 0' },
  NTFYSTGE: { accepts: flag, expects: '1 or 0' },
  NTFYSUAS: { accepts: flag, expects: '1 or 0' },
  RVWSTAGE: { accepts: flag, expects: '1 or 0' },
} as const satisfies {
  readonly [name in SystemParameter]: { readonly accepts: RegExp; readonly expects: string };
};

export type SysparamName = SystemParameter;

export const sysparamNames: readonly SysparamName[] = systemParameters;

export function isSysparam(name: string): name is SysparamName {
  return Object.hasOwn(sysparamRules, name);
}

/** Every parameter; one that is not set is null. */
export type Sysparams = { readonly [name in SysparamName]: string | null };

const unset: Sysparams = {
  CURRBASE: null,
  COMPNAME: null,
  GMAPIKEY: null,
  USETXTAI: null,
  NTFYMESS: null,
  SESSENBL: null,
  SESSMINS: null,
  NTFYANAS: null,
  NTFYEXPT: null,
  NTFYIMPT: null,
  NTFYSHSR: null,
  NTFYSTGE: null,
  NTFYSUAS: null,
  RVWSTAGE: null,
};

export interface CompanyParams {
  /** Grows with every change of any of them. */
  readonly version: number;
  readonly params: Sysparams;
}

export async function readCompanyParams(client: DatabaseClient): Promise<CompanyParams> {
  const { rows } = await client.query<{ name: string; value: string | null; version: number }>(
    'select name, value, version from sysparam where company = 1',
  );
  const known = rows.filter(({ name }) => isSysparam(name));
  return {
    version: known.reduce((sum, row) => sum + row.version, 0),
    params: {
      ...unset,
      ...Object.fromEntries(known.map(({ name, value }) => [name, value === '' ? null : value])),
    },
  };
}

/** What these two ask of the server. */
interface Served {
  readonly database: Database;
}

export const defaultSessionMinutes = 480;

export async function readSysparams(context: Served): Promise<Sysparams> {
  return (await context.database.owner(readCompanyParams, { readOnly: true })).params;
}

/** A text that changes when a system parameter does; the header x-cadastre-sysparams carries it. */
export const sysparamStamp =
  "select to_char(max(updated_at), 'YYYYMMDDHH24MISSUS') as stamp from sysparam where company = 1";

export async function readSysparamStamp(context: Served): Promise<string> {
  const { rows } = await context.database.owner(
    (client) => client.query<{ stamp: string | null }>(sysparamStamp),
    { readOnly: true },
  );
  return rows[0]?.stamp ?? '';
}
