import { type MessagePort, parentPort } from 'node:worker_threads';
import { type DataFile, dataFiles } from './data-files.ts';
import { bytesOf, type PlannedUpload, planImport } from './plan-import.ts';
import { ForeignFile, readDataFile } from './read-file.ts';
import type {
  Pass,
  ReaderAnswer,
  ReaderCommand,
  ReadRequest,
  ReadResult,
  ToldRefusal,
} from './reader-messages.ts';
import { ImportRefusal } from './refusal.ts';
import { readTable } from './tables/read-table.ts';
import type { TableKind } from './tables/table-kind.ts';
import { tellKind } from './tables/tell-kind.ts';
import { tellOther } from './tell-file.ts';
import type { WrongOthers } from './wrong-file.ts';

/** Bytes of files that may be sent and not dealt with: the database is slower than the reading. */
const AHEAD_BYTES = 16 * 1024 * 1024;

type ReadCommand = Extract<ReaderCommand, { readonly type: 'read' }>;

/** One reading: the plan first, then, when asked, each file in turn, no further ahead than AHEAD_BYTES. */
class Reading {
  private command: ReadCommand | null = null;
  private ahead = 0;
  private stopped = false;
  private wake: () => void = () => undefined;

  constructor(private readonly port: MessagePort) {
    port.on('message', (command: ReaderCommand) => {
      if (command.type === 'read') this.command = command;
      if (command.type === 'took') this.ahead -= command.bytes;
      if (command.type === 'stop') this.stopped = true;
      this.wake();
    });
    port.on('close', () => {
      this.stopped = true;
      this.wake();
    });
  }

  async run({ uploads, kinds, wrong }: ReadRequest): Promise<void> {
    const plan = await planImport(uploads, kinds);
    this.tell({
      type: 'planned',
      uploads: plan.map(({ files, refusal }) => ({ files, refusal: refusal && told(refusal) })),
    });
    for (;;) {
      await this.until(() => this.command !== null);
      const { command } = this;
      if (command === null || this.stopped) return;
      this.command = null;
      this.ahead = 0;
      await this.readAll(plan, command, kinds, wrong);
      this.tell({ type: 'end', what: command.what });
    }
  }

  private async readAll(
    plan: readonly PlannedUpload[],
    command: ReadCommand,
    kinds: readonly TableKind[],
    wrong: WrongOthers | null,
  ): Promise<void> {
    const { keepOwnerNames, workDistricts } = command;
    const reading = {
      keepOwnerNames,
      districts: new Set(command.districts),
      workDistricts: workDistricts === '*' ? ('*' as const) : new Set(workDistricts),
    };
    const known = new Set(command.known);
    for await (const file of filesOf(plan, command.what, kinds.length > 0)) {
      await this.until(() => this.ahead < AHEAD_BYTES);
      if (this.stopped) return;
      this.ahead += file.bytes.length;
      this.tell({
        type: 'file',
        result: readOne(file, known, reading, command.what === 'tables' ? kinds : [], wrong),
      });
    }
  }

  /** Waits for messages; at least those that lie there are heard. */
  private async until(ready: () => boolean): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    while (!this.stopped && !ready())
      await new Promise<void>((resume) => {
        this.wake = resume;
      });
  }

  private tell(answer: ReaderAnswer): void {
    this.port.postMessage(answer);
  }
}

async function* filesOf(
  plan: readonly PlannedUpload[],
  what: Pass,
  allKinds: boolean,
): AsyncGenerator<DataFile> {
  for (const upload of plan) {
    if (upload.refusal !== null || !upload.files.some(({ table }) => table === (what === 'tables'))) continue;
    const files =
      upload.held ??
      dataFiles({ name: upload.source.name, bytes: await bytesOf(upload.source) }, undefined, allKinds);
    let place = 0;
    for await (const file of files) {
      if (upload.files[place]?.table === (what === 'tables')) yield file;
      place += 1;
    }
  }
}

function readOne(
  file: DataFile,
  known: ReadonlySet<string>,
  reading: Parameters<typeof readDataFile>[1],
  kinds: readonly TableKind[],
  wrong: WrongOthers | null,
): ReadResult {
  const data = { name: file.name, source: file.source, sha: file.sha, size: file.bytes.length };
  if (known.has(file.sha)) return { state: 'known', data };
  let kindId: string | null = null;
  try {
    const other = kinds.length === 0 && wrong !== null ? tellOther(file.bytes) : null;
    if (wrong !== null && other !== null) throw new ImportRefusal('wrong-type', 0, wrong[other]);
    if (kinds.length === 0) return { state: 'read', file: readDataFile(file, reading) };
    const told = tellKind(file.bytes, kinds);
    if (told === null) throw new Error(`${file.name} is of no kind any more.`);
    const { kind, form } = told;
    kindId = kind.id;
    return { state: 'table', data, kind: kind.id, form: form.form, rows: readTable(file.bytes, told) };
  } catch (error) {
    if (error instanceof ForeignFile) return { state: 'foreign', data, district: error.district };
    if (!(error instanceof ImportRefusal)) throw error;
    return { state: 'refused', data, refusal: told(error.of(file.name)), kind: kindId };
  }
}

/** A class does not cross the threads. */
function told({ code, line, reason, file }: ImportRefusal): ToldRefusal {
  return { code, line, reason, file };
}

parentPort?.on('message', (request: ReadRequest) => {
  new Reading(request.port)
    .run(request)
    .catch((error: unknown) => {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      request.port.postMessage({ type: 'failed', problem } satisfies ReaderAnswer);
    })
    .finally(() => request.port.close());
});
