import { dataFiles } from './data-files.ts';
import { ImportRefusal } from './refusal.ts';

/** An upload that is read when its turn comes. */
export interface UploadSource {
  readonly name: string;
  readonly read: () => Promise<Buffer>;
}

export interface PlannedUpload {
  readonly source: UploadSource;
  readonly files: readonly { readonly sha: string; readonly size: number }[];
  /** Why nothing of the upload is imported, or null. */
  readonly refusal: ImportRefusal | null;
}

/**
 * Walks every upload to its end before anything of it is imported: a zip that breaks off behind its hundredth
 * member gives none. Tells also how much there is to do.
 */
export async function planImport(uploads: readonly UploadSource[]): Promise<readonly PlannedUpload[]> {
  const planned: PlannedUpload[] = [];
  for (const source of uploads) {
    const files: { sha: string; size: number }[] = [];
    let refusal: ImportRefusal | null = null;
    try {
      const upload = { name: source.name, bytes: await source.read() };
      for await (const file of dataFiles(upload)) {
        files.push({ sha: file.sha, size: file.bytes.length });
        if (files.length % 200 === 0) await new Promise((resume) => setImmediate(resume));
      }
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      refusal = error;
    }
    planned.push({ source, files: refusal === null ? files : [], refusal });
  }
  return planned;
}
