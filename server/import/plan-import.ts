import { readFile } from 'node:fs/promises';
import { type DataFile, dataFiles } from './data-files.ts';
import { ImportRefusal } from './refusal.ts';
import type { TableKind } from './tables/table-kind.ts';
import { isTable } from './tables/tell-kind.ts';

/** An upload: the file it lies in, which is read when its turn comes, or its bytes. */
export type UploadSource =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array };

export function bytesOf(source: UploadSource): Promise<Buffer> | Buffer {
  if ('path' in source) return readFile(source.path);
  const { buffer, byteOffset, byteLength } = source.bytes;
  return Buffer.from(buffer, byteOffset, byteLength);
}

export interface PlannedFile {
  readonly sha: string;
  readonly size: number;
  /** Of another kind than sales. */
  readonly table: boolean;
}

export interface PlannedUpload {
  readonly source: UploadSource;
  readonly files: readonly PlannedFile[];
  /** The files themselves, while all uploads together are small; null: they are unpacked again. */
  readonly held: readonly DataFile[] | null;
  /** Why nothing of the upload is imported, or null. */
  readonly refusal: ImportRefusal | null;
}

/** Unpacked bytes up to which the files walked are held for the import itself. */
const HELD_BYTES = 64 * 1024 * 1024;

/**
 * Walks every upload to its end before anything of it is imported: a zip that breaks off behind its hundredth
 * member gives none. Tells also how much there is to do.
 */
export async function planImport(
  uploads: readonly UploadSource[],
  kinds: readonly TableKind[] = [],
): Promise<readonly PlannedUpload[]> {
  const planned: PlannedUpload[] = [];
  let room = HELD_BYTES;
  for (const source of uploads) {
    const files: PlannedFile[] = [];
    let held: DataFile[] | null = [];
    let refusal: ImportRefusal | null = null;
    try {
      const upload = { name: source.name, bytes: await bytesOf(source) };
      for await (const file of dataFiles(upload, undefined, kinds.length > 0)) {
        files.push({ sha: file.sha, size: file.bytes.length, table: isTable(file.bytes, kinds) });
        room -= file.bytes.length;
        if (room >= 0) held?.push(file);
        else held = null;
      }
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      refusal = error;
    }
    planned.push({
      source,
      files: refusal === null ? files : [],
      held: refusal === null ? held : [],
      refusal,
    });
  }
  return planned;
}
