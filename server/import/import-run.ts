import type { OwnerClient } from '#server/database/client.ts';
import { databaseProblem } from '#server/database/database-problem.ts';
import { isDatabaseDown } from '#server/database/errors.ts';
import { changesMuch, isBulk, settleIndexes, withoutImportIndexes } from './bulk-load.ts';
import { type DryRunPage, readDryRun } from './dry-run.ts';
import { filesInForce, insertDone, insertRefused, logSeen, type Stamp, takeFileIds } from './file-rows.ts';
import { foreignLine, foreignReason } from './foreign-lines.ts';
import type { ImportHooks, ImportOptions } from './import-options.ts';
import { beginImport, ReceivedCopy, settleFiles } from './merge-batch.ts';
import { type PlannedFiles, refusalOf } from './open-reader.ts';
import type { ReadFile } from './read-file.ts';
import type { ReadResult } from './reader-messages.ts';
import { ImportRefusal } from './refusal.ts';
import {
  type FileOutcome,
  type ImportSummary,
  type SlowerFiles,
  summarise,
  unknownZones,
} from './summary.ts';

type Transact = <Result>(work: (client: OwnerClient) => Promise<Result>) => Promise<Result>;
type Numbered = ReadFile & { readonly id: number };

/** A batch is one transaction; it ends with the file that passes either. */
const BATCH_RECORDS = 50_000;
const BATCH_FILES = 4000;
/** Bytes of a real file per B record, its C and D records included. */
const BYTES_PER_RECORD = 170;

export interface Work {
  readonly options: ImportOptions;
  readonly hooks: ImportHooks;
  readonly stamp: Stamp;
  readonly filesFound: number;
  /** Those of other kinds included. */
  readonly allFiles: number;
  readonly bytesLeft: number;
  /** Checksums of all its files. */
  readonly shas: readonly string[];
}

type ToldFile = ReadFile['data'];

/** What a batch did, told only after its transaction has ended well. */
interface Batch {
  readonly done: Numbered[];
  readonly seen: { readonly id: number; readonly name: string; readonly source: string }[];
  readonly foreign: ToldFile[];
  readonly refused: { readonly file: ToldFile; readonly refusal: ImportRefusal; id: number | null }[];
  /** With the indexes set aside, or tried so. */
  bulk: boolean;
  slower: SlowerFiles | null;
}

/** What the database says of a file, but of a full disk what to do: it would name a path. */
export function whyRefused(error: unknown): string {
  const known = databaseProblem(error);
  if (known?.code === 'no-room') return known.message;
  return `The database refused it: ${error instanceof Error ? error.message : String(error)}`;
}

/** The files of a plan, batch by batch, through transactions that `transact` opens. */
export class ImportRun {
  readonly pages: DryRunPage[] = [];
  private readonly outcomes: FileOutcome[] = [];
  private readonly slower: SlowerFiles[] = [];
  private records = 0;
  private readonly planned: ReadonlySet<string>;
  private bytesLeft: number;

  constructor(
    private readonly transact: Transact,
    private readonly work: Work,
  ) {
    this.planned = new Set(work.shas);
    this.bytesLeft = work.bytesLeft;
  }

  async run(plan: readonly PlannedFiles[], files: AsyncGenerator<ReadResult>): Promise<ImportSummary> {
    for (const upload of plan) {
      if (upload.refusal !== null) await this.refuseUpload(upload, upload.refusal);
    }
    let left = this.work.filesFound;
    while (left > 0 && !this.isCancelled()) {
      const batch = await this.importBatch(
        files,
        Math.min(left, this.work.options.batchFiles ?? BATCH_FILES),
      );
      left -= taken(batch);
    }
    // What was imported stands without its statistics; a database that is gone is told by the next statement.
    if (!this.work.options.dryRun && changesMuch(this.records))
      await this.transact((client) => settleIndexes(client, this.records)).catch(() => undefined);
    const ids = this.outcomes.flatMap((outcome) =>
      outcome.state === 'done' && outcome.id !== null ? [outcome.id] : [],
    );
    const cancelled = left > 0;
    const { counts, zones } = await this.transact(async (client) => ({
      counts: await summarise(client, ids),
      zones: await unknownZones(client, ids),
    }));
    return {
      files: this.outcomes.map((outcome) =>
        this.work.options.dryRun && outcome.state === 'done'
          ? { ...outcome, state: 'dry_run' as const }
          : outcome,
      ),
      counts,
      slower: this.slower,
      unknownZones: zones,
      cancelled,
    };
  }

  private isCancelled(): boolean {
    return this.work.hooks.isCancelled?.() ?? false;
  }

  private async importBatch(files: AsyncGenerator<ReadResult>, most: number): Promise<Batch> {
    const batch: Batch = { done: [], seen: [], foreign: [], refused: [], bulk: false, slower: null };
    try {
      await this.transact((client) => this.runBatch(client, files, most, batch));
    } catch (error) {
      if (this.work.options.dryRun || isDatabaseDown(error) || batch.done.length === 0) throw error;
      await this.importApart(batch, error);
    }
    this.tell(batch);
    return batch;
  }

  private async runBatch(
    client: OwnerClient,
    files: AsyncGenerator<ReadResult>,
    most: number,
    batch: Batch,
  ): Promise<void> {
    await beginImport(client);
    const expected = Math.min(BATCH_RECORDS, this.bytesLeft / BYTES_PER_RECORD);
    const receive = async () => {
      await this.receive(client, files, most, batch);
      await insertDone(client, batch.done, this.work.stamp);
      await this.settle(
        client,
        batch.done.map((file) => file.id),
      );
    };
    // A dry run keeps nobody waiting: it leaves the indexes where they are.
    batch.bulk = !this.work.options.dryRun && (await isBulk(client, expected));
    const kept = batch.bulk ? await withoutImportIndexes(client, receive) : await receive();
    if (kept) batch.slower = { way: 'row by row', files: batch.done.length, reason: kept };
    await this.writeRest(client, batch);
  }

  private async settle(client: OwnerClient, fileIds: readonly number[]): Promise<void> {
    const foreign = await foreignLine(client, fileIds, this.work.options.workDistricts);
    if (foreign) throw new ImportRefusal('foreign-district', foreign.line, foreignReason(foreign));
    await settleFiles(client, fileIds);
  }

  /** Sends the records of files on while the next are read. */
  private async receive(
    client: OwnerClient,
    files: AsyncGenerator<ReadResult>,
    most: number,
    batch: Batch,
  ): Promise<void> {
    const ids = await takeFileIds(client, most);
    const known = new Map(await filesInForce(client, this.work.shas));
    const copy = new ReceivedCopy(client);
    let records = 0;
    try {
      while (taken(batch) < most && records < BATCH_RECORDS) {
        if (this.isCancelled()) break;
        const next = await files.next();
        if (next.done === true) break;
        if (next.value.state === 'foreign') {
          batch.foreign.push(next.value.data);
          continue;
        }
        if (next.value.state === 'table') throw new Error(`${next.value.data.name} is no file of sales.`);
        const { data, read, refusal } = openResult(next.value);
        const before = known.get(data.sha);
        if (before !== undefined) {
          batch.seen.push({ id: before.id, name: data.name, source: data.source });
          continue;
        }
        if (read === null || !this.planned.has(data.sha)) {
          batch.refused.push({ file: data, refusal: refusal ?? changedMeanwhile(data), id: null });
          continue;
        }
        const id = ids[batch.done.length] as number;
        await copy.write(id, read.rows);
        known.set(data.sha, { id, name: data.name, kind: 'PSI' });
        batch.done.push({ ...read, id });
        records += read.counts.b;
        this.bytesLeft -= data.size;
        this.progress(batch, records);
      }
      await copy.end();
    } catch (error) {
      await copy.abandon();
      throw error;
    }
    this.records += records;
  }

  private async writeRest(client: OwnerClient, batch: Batch): Promise<void> {
    for (const each of batch.refused) {
      each.id = await insertRefused(client, each.file, each.refusal, this.work.stamp);
    }
    await logSeen(client, batch.seen);
    if (this.work.options.dryRun) {
      this.pages.push(
        await readDryRun(client, [
          ...batch.done.map((file) => file.id),
          ...batch.refused.map((each) => each.id ?? 0),
        ]),
      );
    }
  }

  /**
   * The database refused a batch: half of it, and half of that, until the files at fault are alone, so that they take
   * no other with them. What was refused without its indexes is first tried whole with them.
   */
  private async importApart(batch: Batch, error: unknown): Promise<void> {
    const files = batch.done.splice(0);
    const failed = batch.refused.length;
    const half = Math.ceil(files.length / 2);
    const parts = batch.bulk ? [files] : [files.slice(0, half), files.slice(half)];
    for (const part of parts) await this.importPart(batch, part);
    const alone = batch.refused.slice(failed).map(({ file }) => file.name);
    batch.slower = { way: 'apart', files: files.length, reason: whyApart(error, alone) };
    await this.transact((client) => this.writeRest(client, batch));
  }

  private async importPart(batch: Batch, files: readonly Numbered[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    try {
      await this.transact(async (client) => {
        await beginImport(client);
        const copy = new ReceivedCopy(client);
        for (const file of files) await copy.write(file.id, file.rows);
        await copy.end();
        await insertDone(client, files, this.work.stamp);
        await this.settle(
          client,
          files.map(({ id }) => id),
        );
      });
      batch.done.push(...files);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (files.length === 1) {
        batch.refused.push({ file: first.data, refusal: refusalFor(first, error), id: null });
        return;
      }
      const half = Math.ceil(files.length / 2);
      await this.importPart(batch, files.slice(0, half));
      await this.importPart(batch, files.slice(half));
    }
  }

  private async refuseUpload(upload: PlannedFiles, refusal: ImportRefusal): Promise<void> {
    const { name } = upload;
    await this.transact(async (client) => {
      const id = await insertRefused(
        client,
        { name, source: name, sha: null, size: 0 },
        refusal,
        this.work.stamp,
      );
      this.outcomes.push({ id, name, source: name, state: 'failed', problem: refusal.message });
      if (this.work.options.dryRun) this.pages.push(await readDryRun(client, [id]));
    });
  }

  private tell(batch: Batch): void {
    for (const file of batch.done)
      this.outcomes.push({ ...nameOf(file), id: file.id, state: 'done', problem: null });
    if (batch.slower !== null) this.slower.push(batch.slower);
    for (const file of batch.seen) this.outcomes.push({ ...file, state: 'seen', problem: null });
    for (const { name, source } of batch.foreign)
      this.outcomes.push({ id: null, name, source, state: 'foreign', problem: null });
    for (const { file, refusal, id } of batch.refused) {
      this.outcomes.push({
        id,
        name: file.name,
        source: file.source,
        state: 'failed',
        problem: refusal.message,
      });
    }
  }

  private progress(batch: Batch, records: number): void {
    this.work.hooks.onProgress?.({
      files: this.outcomes.length + taken(batch),
      filesFound: this.work.allFiles,
      records: this.records + records,
    });
  }
}

function taken({ done, seen, foreign, refused }: Batch): number {
  return done.length + seen.length + foreign.length + refused.length;
}

function refusalFor({ data }: Numbered, error: unknown): ImportRefusal {
  return error instanceof ImportRefusal
    ? error.of(data.name)
    : new ImportRefusal('database', 0, whyRefused(error), data.name);
}

/** It was not asked for whether it is in force: what is unpacked twice may be another file by then. */
function changedMeanwhile({ name }: ToldFile): ImportRefusal {
  return new ImportRefusal('database', 0, 'It was changed while this import ran. Import it again.', name);
}

/** Why a batch was taken apart: the files that were refused alone, else what the database said of all together. */
function whyApart(error: unknown, alone: readonly string[]): string {
  if (alone.length === 0) {
    const why = error instanceof ImportRefusal ? error.reason : whyRefused(error);
    return `${why.replace(/\.?$/, '.')} Each part was taken.`;
  }
  const named = alone.slice(0, 3).join(', ');
  return `Refused: ${named}${alone.length > 3 ? ` and ${alone.length - 3} more` : ''}.`;
}

const nameOf = (file: ReadFile) => ({ name: file.data.name, source: file.data.source });

function openResult(
  result: Exclude<ReadResult, { readonly state: 'foreign' | 'table' }>,
):
  | { readonly data: ToldFile; readonly read: ReadFile; readonly refusal: null }
  | { readonly data: ToldFile; readonly read: null; readonly refusal: ImportRefusal } {
  if (result.state === 'read') return { data: result.file.data, read: result.file, refusal: null };
  if (result.state === 'refused')
    return { data: result.data, read: null, refusal: refusalOf(result.refusal) };
  // In force when the import began, and not any more when its turn came.
  const reason = 'It was undone while this import ran. Import it again.';
  return {
    data: result.data,
    read: null,
    refusal: new ImportRefusal('database', 0, reason, result.data.name),
  };
}
