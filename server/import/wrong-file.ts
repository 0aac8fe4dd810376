import type { Definitions } from '../definitions/definitions.ts';
import { dataFiles } from './data-files.ts';
import { bytesOf, type UploadSource } from './plan-import.ts';
import { ImportRefusal } from './refusal.ts';
import { tableKinds } from './tables/table-kind.ts';
import { type OtherFile, tellFile } from './tell-file.ts';
import { uploadPlace } from './upload-place.ts';
import { ZIP_LIMITS } from './zip-members.ts';

/** Files that no import reads: what they are called, which operation takes them, and whether a record may have them. */
const others: {
  readonly [other in OtherFile]: {
    readonly title: string;
    readonly operation: string | null;
    readonly ofRecords?: true;
  };
} = {
  VAT: { title: 'VAT exceptions', operation: 'vat.upload' },
  PIDS: { title: 'PIDs of ValMap', operation: 'handoff.upload' },
  PHOTO: { title: 'Photo', operation: 'photo.upload', ofRecords: true },
  PDF: { title: 'PDF', operation: null, ofRecords: true },
};

function isOther(told: string): told is OtherFile {
  return told in others;
}

function placeOf(told: string, definitions: Pick<Definitions, 'screens'>): string | null {
  if (!isOther(told)) return uploadPlace(definitions, 'import.upload', told);
  const { operation, ofRecords } = others[told];
  const place = operation === null ? null : uploadPlace(definitions, operation);
  if (!ofRecords) return place;
  return `${place === null ? '' : `${place} or `}the attachments of a record`;
}

/** Why a file is not taken where somebody brought it: what it is, and where it goes. */
function wrongFile(told: string, definitions: Pick<Definitions, 'imports' | 'screens'>): string {
  const title = isOther(told)
    ? others[told].title
    : told === 'PSI'
      ? 'Sales'
      : (definitions.imports.get(told)?.title ?? told);
  const place = placeOf(told, definitions);
  return `This file is “${title}”, which ${place === null ? 'no page takes' : `goes to ${place}`}; nothing of it was taken.`;
}

export type WrongOthers = Readonly<Record<OtherFile, string>>;

/** The same of each file that no import reads. Plain, because it crosses to the thread that reads. */
export function wrongOthers(definitions: Pick<Definitions, 'imports' | 'screens'>): WrongOthers {
  const of = (other: OtherFile) => wrongFile(other, definitions);
  return { VAT: of('VAT'), PIDS: of('PIDS'), PHOTO: of('PHOTO'), PDF: of('PDF') };
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
  definitions: Pick<Definitions, 'imports' | 'codes' | 'screens'>,
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
      if (!fits) return { kind: told, wrong: wrongFile(told, definitions), broken: null };
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
