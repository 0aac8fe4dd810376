// The list of what a valuation file holds. Its hash is the file's: equal members come to an equal hash.
import { createHash } from 'node:crypto';
import { canonical } from '#src/core/link/hash.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BackupHeader } from '../../database/backup-format.ts';
import type { ParamValues } from '../../reports/bind-params.ts';

export const manifestName = 'manifest.json';
export const fileFormat = 'cadastre-valuation-file';
export const fileVersion = 1;

export interface Member {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Of a table: how many rows, and which columns in which order. */
  readonly rows?: number;
  readonly columns?: readonly string[];
}

/** A page on paper: its member is made again from the others. */
export interface YearDocument {
  readonly name: string;
  readonly screen: string;
  readonly params: ParamValues;
  /** Why there is none of it. */
  readonly problem?: string;
}

export interface Manifest {
  readonly format: typeof fileFormat;
  readonly version: typeof fileVersion;
  readonly base_date: string;
  readonly dataset: 'real' | 'synthetic';
  /** The last change of what is in it, which its documents tell as their moment. */
  readonly as_at: string;
  readonly product: { readonly name: string; readonly version: string; readonly time_zone: string };
  readonly migrations: BackupHeader['migrations'];
  readonly documents: readonly YearDocument[];
  readonly members: readonly Member[];
}

export function manifestText(manifest: Manifest): string {
  return `${canonical(manifest)}\n`;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function isManifest(value: unknown): value is Manifest {
  return (
    isJsonObject(value) &&
    value.format === fileFormat &&
    value.version === fileVersion &&
    typeof value.base_date === 'string' &&
    typeof value.as_at === 'string' &&
    (value.dataset === 'real' || value.dataset === 'synthetic') &&
    isJsonObject(value.product) &&
    Array.isArray(value.migrations) &&
    Array.isArray(value.documents) &&
    Array.isArray(value.members) &&
    value.members.every(
      (member) =>
        isJsonObject(member) && typeof member.name === 'string' && typeof member.sha256 === 'string',
    )
  );
}

export const tableMember = (table: string) => `tables/${table}.csv`;
export const definitionMember = (path: string) => `definitions/${path}`;
export const documentMember = (name: string) => `documents/${name}`;

/** What a member is, without its folder: the path of a definition, the name of a table. */
export function membersIn(
  { members }: Manifest,
  folder: 'tables' | 'definitions' | 'documents',
): ReadonlyMap<string, Member> {
  const prefix = `${folder}/`;
  return new Map(
    members
      .filter(({ name }) => name.startsWith(prefix))
      .map((member) => [member.name.slice(prefix.length).replace(/\.csv$/, ''), member]),
  );
}

export const yearOf = ({ base_date }: Pick<Manifest, 'base_date'>) => Number(base_date.slice(0, 4));
