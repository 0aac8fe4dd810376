import { promisify } from 'node:util';
import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib';
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

const inflated = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);

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
    throw new ImportRefusal(
      'zip-limit',
      0,
      `${prefix} lies deeper than ${limits.depth} zips in one another. Unpack the outer one and import what it holds.`,
    );
  }
  for (const entry of await listEntries(bytes, limits, prefix, budget)) {
    if (entry.name.endsWith('/')) continue;
    const name = prefix === '' ? entry.name : `${prefix}!${entry.name}`;
    const content = await unpack(bytes, entry, name, limits);
    budget.bytes += content.length;
    if (budget.bytes > limits.totalBytes) {
      throw new ImportRefusal(
        'zip-limit',
        0,
        `The zip unpacks to more than ${sizeOf(limits.totalBytes)}. Import its files in several parts.`,
      );
    }
    if (isZip(content)) yield* zipMembers(content, limits, name, depth + 1, budget);
    else yield { name, bytes: content };
  }
}

/** Why the list of members that ends a zip cannot be read, for people: the reader's own words are for programmers. */
function directoryFault(where: string, reason: string): string {
  const [, member] = /^(?:invalid relative path|absolute path): (.*)$/s.exec(reason) ?? [];
  if (member !== undefined)
    return `${where} has a member “${member}”, which would lie outside of the folder that it is unpacked to. Nothing of it is read. Ask whoever made it for another.`;
  if (/strong encryption/.test(reason)) return encrypted(where);
  if (/^multi-disk/.test(reason))
    return `${where} is one part of several. Put them together and import the whole.`;
  if (/^End of central directory record signature not found/.test(reason))
    return `${where} ends before its list of files: it is cut off. Fetch it again.`;
  return `${where} cannot be read (${reason}). It was changed on its way. Fetch it again.`;
}

const encrypted = (name: string) => `${name} has a password. Unpack it and import the files themselves.`;

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024 / 1024).toLocaleString('en-AU')} MB`;

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
          : new ImportRefusal('zip-broken', 0, directoryFault(where, error.message)),
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
              new ImportRefusal(
                'zip-limit',
                0,
                `The zip has more than ${limits.entries.toLocaleString('en-AU')} files. Import them in several parts.`,
              ),
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
    throw new ImportRefusal('zip-broken', 0, encrypted(name));
  }
  const header = entry.relativeOffsetOfLocalHeader;
  if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== 0x04034b50) {
    throw new ImportRefusal(
      'zip-broken',
      0,
      `${name} is not where the zip's list of files has it: the zip was changed, or pieces of it are missing. Fetch it again.`,
    );
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

async function unpack(bytes: Buffer, entry: Entry, name: string, limits: ZipLimits): Promise<Buffer> {
  if (entry.unpacked > limits.entryBytes) {
    throw new ImportRefusal(
      'zip-limit',
      0,
      `${name} unpacks to ${sizeOf(entry.unpacked)}, and a file may have ${sizeOf(limits.entryBytes)}.`,
    );
  }
  if (entry.unpacked > limits.ratioFrom && entry.unpacked > entry.packed * limits.ratio) {
    throw new ImportRefusal(
      'zip-limit',
      0,
      `${name} unpacks to over ${limits.ratio} times its size, as no file of an office does. Unpack it yourself and look at it before you import it.`,
    );
  }
  const packed = bytes.subarray(entry.start, entry.start + entry.packed);
  if (packed.length < entry.packed)
    throw new ImportRefusal('zip-broken', 0, `${name} is cut off. Fetch the zip again.`);
  const content = await inflate(packed, entry, name);
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) {
    throw new ImportRefusal('zip-broken', 0, `${name} does not match its checksum. Fetch the zip again.`);
  }
  return content;
}

/** In a thread of its own: the server asks it too, while it answers others. */
async function inflate(packed: Buffer, entry: Entry, name: string): Promise<Buffer> {
  if (entry.method === 0) return packed;
  if (entry.method !== 8) {
    throw new ImportRefusal(
      'zip-broken',
      0,
      `${name} is packed in a way that is not read here (method ${entry.method}). Pack it with the zip of Windows and import that.`,
    );
  }
  try {
    // The directory's size is a claim: never more than it is unpacked, whatever the data would give.
    return await inflated(packed, { maxOutputLength: Math.max(entry.unpacked, 1) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lies = error instanceof RangeError || /larger than/.test(reason);
    throw new ImportRefusal(
      'zip-broken',
      0,
      lies
        ? `${name} unpacks to more than the zip says. It is not unpacked.`
        : `${name} cannot be unpacked (${reason}). Fetch the zip again.`,
    );
  }
}
