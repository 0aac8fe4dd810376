import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { manyBytes } from '#server/database/database-bytes.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { loadTableFiles, makeSchema, type TableSource } from '#server/database/restore.ts';
import { createScratch } from '#server/modules/backup/try-restore.ts';
import { compareFiles } from '#server/modules/valuationfile/compare-files.ts';
import { scratchUse } from '#server/modules/valuationfile/file-kind.ts';
import {
  definitionMember,
  documentMember,
  membersIn,
  sha256,
  tableMember,
  yearOf,
} from '#server/modules/valuationfile/manifest.ts';
import {
  type ArchiveReader,
  hashInName,
  openValuationFile,
  verifyFile,
} from '#server/modules/valuationfile/read-archive.ts';
import { documentOf, serverOf, stopClock } from '#server/modules/valuationfile/year-documents.ts';
import { memoryLog } from '#server/plugins/log.ts';
import { argumentsOf, UsageError } from './usage.ts';

type Say = (line: string) => void;

async function withFile<T>(path: string, work: (file: ArchiveReader) => Promise<T>): Promise<T> {
  const file = await openValuationFile(path);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

async function demandSound(file: ArchiveReader): Promise<void> {
  const problems = await verifyFile(file, hashInName(file.path));
  if (problems.length > 0) throw new Error(`${file.path} is not as it was made:\n  ${problems.join('\n  ')}`);
}

export async function verify(path: string, expected: string | null, say: Say): Promise<void> {
  await withFile(path, async (file) => {
    const { manifest, hash } = file;
    const problems = await verifyFile(file, expected ?? hashInName(path));
    if (problems.length > 0) throw new Error(`${path} is not as it was made:\n  ${problems.join('\n  ')}`);
    say(
      `${path} is as it was made: ${manifest.members.length} members, hash ${hash}, the year ${yearOf(manifest)}, version ${manifest.product.version}.`,
    );
    if (manifest.dataset === 'synthetic') say('It is of synthetic data.');
  });
}

export async function compare(a: string, b: string, say: Say): Promise<void> {
  await withFile(a, (first) =>
    withFile(b, async (second) => {
      for (const line of await compareFiles(first, second)) say(line);
    }),
  );
}

function tablesOf(file: ArchiveReader): readonly TableSource[] {
  return [...membersIn(file.manifest, 'tables')].map(([table, { columns = [] }]) => ({
    table,
    columns,
    bytes: () => file.bytes(tableMember(table)),
  }));
}

async function definitionsOf(file: ArchiveReader) {
  const found = [];
  for (const path of membersIn(file.manifest, 'definitions').keys())
    found.push({ path, bytes: await file.whole(definitionMember(path)) });
  return found;
}

/** Makes the documents of a file again from what it holds and nothing else; answers the names of those that came out otherwise. */
export async function remake(
  path: string,
  out: string,
  config: Config,
  say: Say,
): Promise<readonly string[]> {
  return withFile(path, async (file) => {
    await demandSound(file);
    const folder = mkdtempSync(join(tmpdir(), 'cadastre-file-'));
    // PostgreSQL may run as another user, who must reach its data.
    chmodSync(folder, 0o755);
    try {
      return await remakeIn(folder, file, out, config, say);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function remakeIn(folder: string, file: ArchiveReader, out: string, config: Config, say: Say) {
  const { manifest } = file;
  if (manifest.product.version !== config.version)
    say(
      `The file is of version ${manifest.product.version}, this is ${config.version}: documents may come out otherwise.`,
    );
  mkdirSync(out, { recursive: true });
  const database = await openDatabase({ dataDir: folder, root: config.root, log: () => {} });
  try {
    const scratch = await createScratch(database, scratchUse);
    say('Loading the tables');
    await database.connection(async (client) => {
      await makeSchema(client, manifest.migrations, () => {});
      const bytes = manifest.members.reduce((sum, member) => sum + member.bytes, 0);
      await loadTableFiles(client, tablesOf(file), bytes > manyBytes ? { told: () => {} } : null);
    }, scratch);
    const copy = await database.beside(scratch);
    try {
      await stopClock(database, scratch, manifest);
      say('Reading the definitions');
      const definitions = await definitionsOf(file);
      const context = createContext({ ...config, dataDir: folder }, copy, {
        log: memoryLog(),
        readFiles: () => definitions,
      });
      const server = serverOf(manifest, copy, context);
      await server.studio.reload();
      const kept = membersIn(manifest, 'documents');
      const others: string[] = [];
      for (const document of manifest.documents) {
        if (document.problem !== undefined) continue;
        const made = await documentOf(document, manifest, server);
        const same = typeof made !== 'string' && sha256(made) === kept.get(document.name)?.sha256;
        if (typeof made !== 'string') writeFileSync(join(out, document.name), made);
        if (!same) others.push(document.name);
        say(
          typeof made === 'string'
            ? `${document.name}: ${made}`
            : `${document.name}: ${same ? 'the same, byte by byte' : `not as in the file (${documentMember(document.name)})`}`,
        );
      }
      return others;
    } finally {
      await copy.close();
    }
  } finally {
    await database.close();
  }
}

export async function valuationFileCommand(args: readonly string[], config: Config): Promise<void> {
  const { words, options } = argumentsOf(args, ['out', 'hash'], []);
  const [verb, first, second, extra] = words;
  const say = (line: string) => console.log(line);
  if (verb === undefined || first === undefined || extra !== undefined)
    throw new UsageError('"valuation-file" is followed by verify, documents or compare, and a file.');
  if (verb === 'compare' && second !== undefined) return compare(resolve(first), resolve(second), say);
  if (verb === 'verify' && second === undefined)
    return verify(resolve(first), options.get('hash') ?? null, say);
  if (verb === 'documents' && second === undefined) {
    const out = options.get('out');
    if (out === undefined) throw new UsageError('"valuation-file documents" needs --out FOLDER.');
    const others = await remake(resolve(first), resolve(out), config, say);
    if (others.length > 0)
      throw new Error(`${others.length} of the documents did not come out as they are in the file.`);
    return;
  }
  throw new UsageError(
    verb === 'compare'
      ? '"valuation-file compare" needs two files.'
      : `"valuation-file ${verb}" is unknown, or has too many words.`,
  );
}
