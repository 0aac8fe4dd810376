import type { Definitions } from '../definitions/definitions.ts';
import { dataFiles } from './data-files.ts';
import { bytesOf, type UploadSource } from './plan-import.ts';
import { ImportRefusal } from './refusal.ts';
import { tableKinds } from './tables/table-kind.ts';
import { type OtherFile, tellFile } from './tell-file.ts';
import { ZIP_LIMITS } from './zip-members.ts';

interface KnownFile {
  readonly title: string;
  readonly place: string;
}

const others: { readonly [other in OtherFile]: KnownFile } = {
  VAT: { title: 'VAT exceptions', place: 'the page “VAT exceptions”' },
  PIDS: { title: 'PIDs of ValMap', place: 'the page “ValMap”' },
  PHOTO: { title: 'Photo', place: 'the page “Mobile photos” or the attachments of a record' },
  PDF: { title: 'PDF', place: 'the attachments of a record' },
};
const crown: readonly string[] = ['tenures', 'crown_parcels', 'lamc'];

/** Why a file is not taken where somebody brought it: what it is, and where it goes. */
export function wrongFile({ title, place }: KnownFile): string {
  return `This file is “${title}”, which goes to ${place}; nothing of it was taken.`;
}

export const wrongOther = (other: OtherFile): string => wrongFile(others[other]);

function isOther(told: string): told is OtherFile {
  return told in others;
}

function knownFile(told: string, { imports }: Pick<Definitions, 'imports'>): KnownFile {
  if (isOther(told)) return others[told];
  const title = told === 'PSI' ? 'Sales' : (imports.get(told)?.title ?? told);
  return {
    title,
    place: crown.includes(told) ? `“${title}” on the page “Import Crown data”` : 'the page “Import files”',
  };
}

export interface ToldUpload {
  readonly kind: string | null;
  /** Why it is not taken, though it is known. */
  readonly wrong: string | null;
  /** Why it cannot be read at all. */
  readonly broken: string | null;
}

/** What an upload is, by its first file, and why it is not taken where only `wanted` is: a kind, or any that an import reads. */
export async function tellUpload(
  source: UploadSource,
  wanted: string | null,
  definitions: Pick<Definitions, 'imports' | 'codes'>,
  limits = ZIP_LIMITS,
): Promise<ToldUpload> {
  const kinds = tableKinds(definitions);
  let kind: string | null = null;
  let first = true;
  try {
    const upload = { name: source.name, bytes: await bytesOf(source) };
    for await (const { bytes } of dataFiles(upload, limits, true)) {
      const told = tellFile(bytes, kinds);
      if (first) kind = told;
      const fits = told === null || (wanted === null ? !isOther(told) : told === wanted);
      if (!fits) return { kind: told, wrong: wrongFile(knownFile(told, definitions)), broken: null };
      // What else is in a zip is told file by file, where any kind may come.
      if (wanted === null || (first && told === null)) break;
      first = false;
    }
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { kind, wrong: null, broken: error.reason };
  }
  return { kind, wrong: null, broken: null };
}
