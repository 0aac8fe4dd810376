// Makes a valuation file: all tables in one moment of the database, the definitions in force, and the year's documents,
// which are made of what the file holds, in a database that has nothing else.
import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { BackupHeader } from '../../database/backup-format.ts';
import { databaseBytes, manyBytes } from '../../database/database-bytes.ts';
import type { Database } from '../../database/open-database.ts';
import { transactionSettings } from '../../database/pool.ts';
import { loadTableFiles, makeSchema } from '../../database/restore.ts';
import { tableFiles, tableLines } from '../../database/table-files.ts';
import { everywhere } from '../../database/transaction.ts';
import { layered } from '../../definitions/lay.ts';
import { createScratch, dropScratch } from '../backup/try-restore.ts';
import { choice, documentPlans } from './contents.ts';
import { type FileAsk, type FileWork, type MadeFile, scratchUse } from './file-kind.ts';
import {
  definitionMember,
  documentMember,
  fileFormat,
  fileVersion,
  type Manifest,
  type Member,
  manifestName,
  manifestText,
  sha256,
  tableMember,
  type YearDocument,
} from './manifest.ts';
import { valuationFolder, valuationPath } from './valuation-files.ts';
import { type Archive, openArchive, putWhole } from './write-archive.ts';
import { documentOf, plannedDocuments, serverOf, stopClock, type YearHead } from './year-documents.ts';

async function stampOf(database: Database, synthetic: boolean): Promise<string> {
  const { rows } = await database.read(everywhere, { dataset: 'both' }, (client) =>
    client.query<{ stamp: string }>('select valuation_data_stamp($1::boolean) as stamp', [synthetic]),
  );
  return rows[0]?.stamp ?? '';
}

interface Tables {
  readonly members: readonly Member[];
  readonly migrations: BackupHeader['migrations'];
  readonly asAt: string | null;
}

/** Tables to the archive and, as they pass, into the database where the documents are made. */
function putTables(
  { dataset }: FileAsk,
  archive: Archive,
  database: Database,
  scratch: string,
  { told, signal }: FileWork,
): Promise<Tables> {
  return database.connection(async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${transactionSettings}`);
    try {
      const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
        'select number, name, checksum from migration order by number',
      );
      const tables = await tableFiles(client, dataset === 'synthetic', choice);
      const members: Member[] = [];
      let asAt: string | null = null;
      const sources = tables.map((table, i) => ({
        ...table,
        bytes: async function* () {
          signal.throwIfAborted();
          told((i / tables.length) * 0.5, `Table ${table.table}`);
          if (table.lastChange !== null) {
            const found = await client.query<{ at: string | null }>(table.lastChange);
            const at = found.rows[0]?.at ?? null;
            if (at !== null && (asAt === null || at > asAt)) asAt = at;
          }
          const member = archive.member(tableMember(table.table));
          let rows = 0;
          const counted = (n: number) => {
            rows = n;
          };
          for await (const chunk of tableLines(client, table, counted)) {
            await member.put(chunk);
            yield chunk;
          }
          members.push({ ...(await member.end()), rows, columns: table.columns });
        },
      }));
      const made = (share: number, name: string) => told(0.5 + share * 0.04, `Making ${name}`);
      const many = (await databaseBytes(client)) > manyBytes ? { told: made } : null;
      await database.connection(async (other) => {
        await makeSchema(other, migrations, () => {});
        await loadTableFiles(other, sources, many);
      }, scratch);
      return { members, migrations, asAt };
    } finally {
      await client.query('rollback').catch(() => {});
    }
  });
}

/** What is in force: files and what was published over them. */
async function putDefinitions(archive: Archive, { studio }: Context): Promise<readonly Member[]> {
  const { files, versions, refused } = studio.standing();
  const members: Member[] = [];
  const inForce = [...layered(files, versions.values(), refused)];
  for (const { path, bytes } of inForce.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)))
    members.push(await putWhole(archive, definitionMember(path), bytes));
  return members;
}

async function putDocuments(
  archive: Archive,
  head: YearHead,
  server: Context,
  { told, signal }: FileWork,
): Promise<{ readonly members: readonly Member[]; readonly documents: readonly YearDocument[] }> {
  const planned = await plannedDocuments(documentPlans, head, server);
  const members: Member[] = [];
  const documents: YearDocument[] = [];
  for (const [i, document] of planned.entries()) {
    const tell = () => {
      signal.throwIfAborted();
      told(0.55 + (i / planned.length) * 0.44, `Document ${i + 1} of ${planned.length}: ${document.name}`);
    };
    tell();
    const made = await documentOf(document, head, server, async () => {
      tell();
      await new Promise((resolve) => setImmediate(resolve));
    });
    if (typeof made === 'string') documents.push({ ...document, problem: made });
    else {
      members.push(await putWhole(archive, documentMember(document.name), made));
      documents.push(document);
    }
  }
  return { members, documents };
}

async function putAll(
  ask: FileAsk,
  archive: Archive,
  scratch: string,
  context: Context,
  work: FileWork,
): Promise<{ readonly manifest: Manifest; readonly hash: string }> {
  const { config, database } = context;
  const { members: tables, migrations, asAt } = await putTables(ask, archive, database, scratch, work);
  work.told(0.54, 'Definitions');
  const definitions = await putDefinitions(archive, context);
  const head: YearHead = {
    ...ask,
    as_at: asAt ?? `${ask.base_date}T00:00:00.000Z`,
    product: { name: config.product, version: config.version, time_zone: config.timeZone },
  };
  const copy = await database.beside(scratch);
  try {
    await stopClock(database, scratch, head);
    const made = await putDocuments(archive, head, serverOf(head, copy, context), work);
    const members = [...tables, ...definitions, ...made.members].sort((a, b) => (a.name < b.name ? -1 : 1));
    const manifest: Manifest = {
      format: fileFormat,
      version: fileVersion,
      ...head,
      migrations,
      documents: made.documents,
      members,
    };
    const text = manifestText(manifest);
    await putWhole(archive, manifestName, Buffer.from(text, 'utf8'));
    return { manifest, hash: sha256(text) };
  } finally {
    await copy.close();
  }
}

/** Nothing of it is there before it is whole. */
export async function makeValuationFile(ask: FileAsk, context: Context, work: FileWork): Promise<MadeFile> {
  const { config, database } = context;
  const folder = valuationFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Before the tables are read: what changes meanwhile makes the file an old one.
  const data_stamp = await stampOf(database, ask.dataset === 'synthetic');
  const aside = join(folder, `${ask.base_date}-${ask.dataset}.part`);
  await rm(aside, { force: true });
  work.told(0, 'Making room for the documents');
  const scratch = await createScratch(database, scratchUse);
  const archive = openArchive(aside);
  try {
    const { manifest, hash } = await putAll(ask, archive, scratch, context, work);
    const size_bytes = await archive.end();
    work.signal.throwIfAborted();
    await rename(aside, valuationPath(config.dataDir, hash));
    const counts = manifest.members.flatMap(({ name, rows }) =>
      rows === undefined ? [] : [[name.replace(/^tables\/|\.csv$/g, ''), rows] as const],
    );
    return {
      ...ask,
      sha256: hash,
      size_bytes,
      members: manifest.members.length,
      documents: manifest.documents.filter(({ problem }) => problem === undefined).length,
      counts: Object.fromEntries(counts),
      data_stamp,
      as_at: manifest.as_at,
    };
  } catch (error) {
    await archive.abandon();
    await rm(aside, { force: true });
    throw error;
  } finally {
    await dropScratch(database, scratch);
  }
}
