import { dataFiles } from '../data-files.ts';
import { bytesOf } from '../plan-import.ts';
import { ImportRefusal } from '../refusal.ts';
import type { TableKind } from './table-kind.ts';
import { tellKind } from './tell-kind.ts';

/** What an upload is, by its first file: the id of a kind, PSI for sales, null where that cannot be told. */
export async function tellUpload(
  source: { readonly name: string; readonly path: string },
  kinds: readonly TableKind[],
): Promise<string | null> {
  try {
    const upload = { name: source.name, bytes: await bytesOf(source) };
    for await (const { bytes } of dataFiles(upload, undefined, true)) {
      const told = tellKind(bytes, kinds);
      if (told) return told.kind.id;
      return /^[AB];/.test(bytes.subarray(0, 2).toString('latin1')) ? 'PSI' : null;
    }
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
  }
  return null;
}
