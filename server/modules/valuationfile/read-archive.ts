// A valuation file, member by member, and what is wrong with one.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { Unzip, UnzipInflate } from 'fflate';
import yauzl from 'yauzl';
import { isJsonObject } from '#src/core/values.ts';
import { fileFormat, fileVersion, isManifest, type Manifest, manifestName, sha256 } from './manifest.ts';

/** What a person is told of a file that cannot be used. */
export class ValuationFileError extends Error {
  override readonly name = 'ValuationFileError';
}

export interface ArchiveReader {
  readonly path: string;
  readonly manifest: Manifest;
  /** Of its list of members. */
  readonly hash: string;
  /** Names of all that the archive holds. */
  readonly names: readonly string[];
  readonly bytes: (name: string) => AsyncIterable<Buffer>;
  readonly whole: (name: string) => Promise<Buffer>;
  readonly close: () => void;
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (zip) resolve(zip);
      else reject(error);
    });
  });
}

function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>();
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Of a file that ends before its end, the member that it ends in. */
async function lastBegun(path: string): Promise<string | null> {
  let last: string | null = null;
  const unzip = new Unzip((file) => {
    last = file.name;
    file.ondata = () => {};
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of createReadStream(path)) unzip.push(chunk);
  } catch {
    // What was begun is known.
  }
  return last;
}

async function* bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => {
      if (opened) resolve(opened);
      else reject(error);
    });
  });
  for await (const chunk of stream) yield Buffer.from(chunk);
}

async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function manifestOf(text: string, file: string): Manifest {
  const value = parsed(text);
  if (isManifest(value)) return value;
  const other = isJsonObject(value) && value.format === fileFormat && value.version !== fileVersion;
  throw new ValuationFileError(
    other
      ? `${file} was made by another version, in a form that this one does not read. Use that version.`
      : `${file} is damaged: its list of members (${manifestName}) cannot be read.`,
  );
}

export async function openValuationFile(path: string): Promise<ArchiveReader> {
  const file = basename(path);
  const zip = await openZip(path).catch(async (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ValuationFileError(`${path} does not exist.`);
    const last = await lastBegun(path);
    throw new ValuationFileError(
      last === null
        ? `${file} is no valuation file.`
        : `${file} is cut off: it ends in ${last}, before its list of members.`,
    );
  });
  try {
    const entries = await entriesOf(zip).catch(() => {
      throw new ValuationFileError(`${file} is damaged: its directory cannot be read.`);
    });
    const bytes = (name: string): AsyncIterable<Buffer> => {
      const entry = entries.get(name);
      if (!entry) throw new ValuationFileError(`${file} lacks ${name}.`);
      return bytesOf(zip, entry);
    };
    if (!entries.has(manifestName)) throw new ValuationFileError(`${file} is no valuation file.`);
    const text = await wholeOf(bytes(manifestName)).catch(() => Buffer.alloc(0));
    return {
      path,
      manifest: manifestOf(text.toString('utf8'), file),
      hash: sha256(text),
      names: [...entries.keys()],
      bytes,
      whole: (name) => wholeOf(bytes(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Everything that is wrong with a file, a sentence each; none where it is as it was made. */
export async function verifyFile(reader: ArchiveReader, expected: string | null): Promise<readonly string[]> {
  const { manifest, hash, names } = reader;
  const problems: string[] = [];
  for (const member of manifest.members) {
    if (!names.includes(member.name)) {
      problems.push(`${member.name} is missing.`);
      continue;
    }
    const found = createHash('sha256');
    try {
      for await (const chunk of reader.bytes(member.name)) found.update(chunk);
    } catch {
      problems.push(`${member.name} is damaged and cannot be read.`);
      continue;
    }
    if (found.digest('hex') !== member.sha256)
      problems.push(`${member.name} was changed after the file was made.`);
  }
  const known = new Set([manifestName, ...manifest.members.map(({ name }) => name)]);
  for (const name of names) if (!known.has(name)) problems.push(`${name} was added after the file was made.`);
  if (expected !== null && expected !== hash)
    problems.push(`The list of members was changed: its hash is ${hash}, not ${expected}.`);
  return problems;
}

/** The hash that a file's name tells. */
export function hashInName(path: string): string | null {
  return /(?:^|[^0-9a-f])([0-9a-f]{64})(?:[^0-9a-f]|$)/.exec(basename(path))?.[1] ?? null;
}
