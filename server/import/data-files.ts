import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { ImportRefusal } from './refusal.ts';
import { isZip, ZIP_LIMITS, type ZipLimits, zipMembers } from './zip-members.ts';

/** One thing to import: the unit of all or nothing. */
export interface DataFile {
  /** Name without folders, shown to people. */
  readonly name: string;
  /** The upload and the way inside it, where the file came in a zip. */
  readonly source: string;
  readonly bytes: Buffer;
  /** Hex SHA-256 of the bytes: the same bytes are the same file, whatever their name. */
  readonly sha: string;
}

export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The files in an upload: itself, or the .DAT members of a zip with the weeks of a year unpacked, and where other kinds
 * than sales are read also .csv, .json and .geojson. Other members (the licence text travels in the bundles) are passed over. Throws an ImportRefusal that names the upload.
 */
export async function* dataFiles(
  upload: Upload,
  limits: ZipLimits = ZIP_LIMITS,
  allKinds = false,
): AsyncGenerator<DataFile> {
  const name = basename(upload.name.replaceAll('\\', '/'));
  if (!isZip(upload.bytes)) {
    yield dataFile(name, name, upload.bytes);
    return;
  }
  let members = 0;
  let found = 0;
  try {
    for await (const member of zipMembers(upload.bytes, limits)) {
      members++;
      const memberName = basename(member.name.replaceAll('\\', '/').replaceAll('!', '/'));
      if (!(allKinds ? /\.(dat|csv|json|geojson|geojsonl)$/i : /\.dat$/i).test(memberName)) continue;
      found++;
      yield dataFile(memberName, `${name}!${member.name}`, member.bytes);
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error.of(name) : error;
  }
  if (members === 0) {
    throw new ImportRefusal('no-data-file', 0, 'The zip is empty.', name);
  }
  if (found === 0) {
    throw new ImportRefusal(
      'no-data-file',
      0,
      allKinds
        ? 'The zip holds no .DAT, .csv, .json or .geojson file. Sales bundles hold one .DAT per district.'
        : 'The zip holds no .DAT file. Sales bundles hold one per district.',
      name,
    );
  }
}

function dataFile(name: string, source: string, bytes: Buffer): DataFile {
  let sha: string | null = null;
  return {
    name,
    source,
    bytes,
    // Whoever only looks at its beginning does not wait for it.
    get sha() {
      sha ??= createHash('sha256').update(bytes).digest('hex');
      return sha;
    },
  };
}
