import type { DefinitionStore } from '../definitions/store.ts';
import { Problem } from '../problem.ts';
import type { UploadSource } from './plan-import.ts';
import { tellUpload } from './wrong-file.ts';
import { ZIP_LIMITS } from './zip-members.ts';

/** Who may not import makes the server unpack little. */
const limits = { ...ZIP_LIMITS, entryBytes: 32 << 20, totalBytes: 64 << 20 };

/** Of a file that is not what the page takes: where it goes, if it is one that the office knows. */
export async function refuseOther(
  { definitions }: { readonly definitions: DefinitionStore },
  source: UploadSource,
  wanted: string,
): Promise<void> {
  const { wrong } = await tellUpload(source, wanted, definitions.current(), limits);
  if (wrong !== null) throw new Problem('refused-file', wrong);
}
