import { crc32, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import { ImportRefusal } from './refusal.ts';

/** What an upload may unpack to. A weekly bundle has 130 entries and unpacks to 5 times its size, a year to 2 GB. */
export interface ZipLimits {
  readonly entries: number;
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** Unpacked size over packed size, looked at from `ratioFrom` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** A year holds weeks: 2. */
  readonly depth: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  entryBytes: 256 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  ratio: 100,
  ratioFrom: 1024 * 1024,
  depth: 3,
};

export interface ZipMember {
  /** Path inside the archive, nested archives joined with '!'. Data for people, never a path of ours. */
  readonly name: string;
  readonly bytes: Buffer;
}

interface Budget {
  entries: number;
  bytes: number;
}

/** Begins with a member or, of an empty one, with the end of the directory. */
export function isZip(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  return (bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6);
}

/**
 * The members of a zip, those of nested zips included, one at a time. Each is unpacked under the limits and its
 * checksum proved; the first thing wrong throws an ImportRefusal that names the member.
 */
export async function* zipMembers(
  bytes: Buffer,
  limits: ZipLimits = ZIP_LIMITS,
  prefix = '',
  depth = 1,
  budget: Budget = { entries: 0, bytes: 0 },
): AsyncGenerator<ZipMember> {
  if (depth > limits.depth) {
    throw new ImportRefusal('zip-limit', 0, `${prefix} is nested deeper than ${limits.depth} zips.`);
  }
  for (const entry of await listEntries(bytes, limits, prefix, budget)) {
    if (entry.name.endsWith('/')) continue;
    const name = prefix === '' ? entry.name : `${prefix}!${entry.name}`;
    const content = unpack(bytes, entry, name, limits);
    budget.bytes += content.length;
    if (budget.bytes > limits.totalBytes) {
      throw new ImportRefusal('zip-limit', 0, `The zip unpacks to more than ${limits.totalBytes} bytes.`);
    }
    if (isZip(content)) yield* zipMembers(content, limits, name, depth + 1, budget);
    else yield { name, bytes: content };
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly crc: number;
  readonly start: number;
}

function listEntries(
  bytes: Buffer,
  limits: ZipLimits,
  prefix: string,
  budget: Budget,
): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const where = prefix === '' ? 'The zip' : prefix;
      reject(
        error instanceof ImportRefusal
          ? error
          : new ImportRefusal('zip-broken', 0, `${where} cannot be read (${error.message}). Is it cut off?`),
      );
    };
    // A member's name is never used as a path, so names that a file system would refuse are let through.
    yauzl.fromBuffer(
      bytes,
      { lazyEntries: true, decodeStrings: true, validateEntrySizes: true },
      (error, zip) => {
        if (error !== null || zip === undefined) return fail(error ?? new Error('no answer'));
        const entries: Entry[] = [];
        zip.on('error', fail);
        zip.on('end', () => resolve(entries));
        zip.on('entry', (entry: yauzl.Entry) => {
          budget.entries++;
          if (budget.entries > limits.entries) {
            return fail(
              new ImportRefusal('zip-limit', 0, `The zip has more than ${limits.entries} entries.`),
            );
          }
          try {
            entries.push(readEntry(bytes, entry));
          } catch (cause) {
            return fail(cause instanceof Error ? cause : new Error(String(cause)));
          }
          zip.readEntry();
        });
        zip.readEntry();
      },
    );
  });
}

function readEntry(bytes: Buffer, entry: yauzl.Entry): Entry {
  const name = entry.fileName;
  if ((entry.generalPurposeBitFlag & 1) !== 0) {
    throw new ImportRefusal(
      'zip-broken',
      0,
      `${name} is encrypted. Unpack it and import the files themselves.`,
    );
  }
  const header = entry.relativeOffsetOfLocalHeader;
  if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== 0x04034b50) {
    throw new ImportRefusal('zip-broken', 0, `${name} is not where the zip's directory says. Is it cut off?`);
  }
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  return {
    name,
    method: entry.compressionMethod,
    packed: entry.compressedSize,
    unpacked: entry.uncompressedSize,
    crc: entry.crc32,
    start,
  };
}

function unpack(bytes: Buffer, entry: Entry, name: string, limits: ZipLimits): Buffer {
  if (entry.unpacked > limits.entryBytes) {
    throw new ImportRefusal(
      'zip-limit',
      0,
      `${name} unpacks to ${entry.unpacked} bytes, over ${limits.entryBytes}.`,
    );
  }
  if (entry.unpacked > limits.ratioFrom && entry.unpacked > entry.packed * limits.ratio) {
    throw new ImportRefusal('zip-limit', 0, `${name} unpacks to over ${limits.ratio} times its size.`);
  }
  const packed = bytes.subarray(entry.start, entry.start + entry.packed);
  if (packed.length < entry.packed) throw new ImportRefusal('zip-broken', 0, `${name} is cut off.`);
  const content = inflate(packed, entry, name);
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) {
    throw new ImportRefusal('zip-broken', 0, `${name} does not match its checksum. Fetch the zip again.`);
  }
  return content;
}

function inflate(packed: Buffer, entry: Entry, name: string): Buffer {
  if (entry.method === 0) return packed;
  if (entry.method !== 8) {
    throw new ImportRefusal(
      'zip-broken',
      0,
      `${name} is packed by method ${entry.method}; only deflate is read.`,
    );
  }
  try {
    // The directory's size is a claim: never more than it is unpacked, whatever the data would give.
    return inflateRawSync(packed, { maxOutputLength: Math.max(entry.unpacked, 1) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal('zip-broken', 0, `${name} cannot be unpacked (${reason}).`);
  }
}
