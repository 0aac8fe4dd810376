import { MessageChannel, Worker } from 'node:worker_threads';
import type { PlannedFile, UploadSource } from './plan-import.ts';
import type { ReaderAnswer, ReaderCommand, ReadRequest, ReadResult, ToldRefusal } from './reader-messages.ts';
import { ImportRefusal } from './refusal.ts';
import type { TableKind } from './tables/table-kind.ts';
import type { WrongOthers } from './wrong-file.ts';

export interface PlannedFiles {
  readonly name: string;
  readonly files: readonly PlannedFile[];
  /** Why nothing of the upload is imported, or null. */
  readonly refusal: ImportRefusal | null;
}

export type ReaderOptions = Omit<Extract<ReaderCommand, { readonly type: 'read' }>, 'type'>;

/** Uploads that are unpacked and read by a thread of their own. */
export interface Reader {
  /** Every upload walked to its end before anything of it is imported. */
  readonly plan: readonly PlannedFiles[];
  /** The files in their order, each when it is asked for; a few are read ahead. */
  files(options: ReaderOptions): AsyncGenerator<ReadResult>;
  close(): void;
}

let thread: Worker | null = null;

/** One for the process, kept for the next import: starting it takes longer than reading a week. It keeps no process alive. */
function readerThread(): Worker {
  if (thread !== null) return thread;
  const started = new Worker(new URL('./reader-worker.mjs', import.meta.url), { execArgv: [] });
  started.unref();
  // Every reading under way hears of its end by itself.
  started.setMaxListeners(0);
  started.once('error', () => undefined);
  started.once('exit', () => {
    if (thread === started) thread = null;
  });
  thread = started;
  return started;
}

export async function openReader(
  uploads: readonly UploadSource[],
  kinds: readonly TableKind[] = [],
  wrong: WrongOthers | null = null,
): Promise<Reader> {
  const worker = readerThread();
  const { port1: port, port2: far } = new MessageChannel();
  const answers: ReaderAnswer[] = [];
  let failure: Error | null = null;
  let wake: () => void = () => undefined;
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const onExit = () => fail(new Error('The thread that reads files ended.'));
  worker.once('error', fail);
  worker.once('exit', onExit);
  port.on('message', (answer: ReaderAnswer) => {
    answers.push(answer);
    wake();
  });
  const close = () => {
    worker.off('error', fail);
    worker.off('exit', onExit);
    port.close();
  };
  const tell = (command: ReaderCommand) => port.postMessage(command);
  const next = async (): Promise<ReaderAnswer> => {
    for (;;) {
      const answer = answers.shift();
      if (answer?.type === 'failed') throw new Error(answer.problem);
      if (answer !== undefined) return answer;
      if (failure !== null) throw failure;
      await new Promise<void>((resume) => {
        wake = resume;
      });
    }
  };
  try {
    worker.postMessage({ port: far, uploads, kinds, wrong } satisfies ReadRequest, [far]);
    const first = await next();
    const planned = first.type === 'planned' ? first.uploads : [];
    return {
      plan: planned.map(({ files, refusal }, i) => ({
        name: uploads[i]?.name ?? '',
        files,
        refusal: refusal && refusalOf(refusal),
      })),
      files: async function* (options) {
        tell({ type: 'read', ...options });
        for (;;) {
          const answer = await next();
          // Whoever took all files of the pass before did not ask for its end.
          if (answer.type === 'end' && answer.what !== options.what) continue;
          if (answer.type !== 'file') return;
          yield answer.result;
          tell({ type: 'took', bytes: sizeOf(answer.result) });
        }
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

export function refusalOf({ code, line, reason, file }: ToldRefusal): ImportRefusal {
  return new ImportRefusal(code, line, reason, file);
}

function sizeOf(result: ReadResult): number {
  return result.state === 'read' ? result.file.data.size : result.data.size;
}
