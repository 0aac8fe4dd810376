// The calls behind the dialog: a preview and a run as jobs that are asked after until they end.
import { call } from '#src/api/call.ts';
import { newId } from '#src/api/new-id.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import type { ManyAsked } from '#src/render/many-records.ts';
import type { ApiPort } from '#src/render/ports.tsx';

export type Job = OperationAnswer['job.get'];

export interface ShownRow {
  readonly id: number | null;
  readonly label: string | null;
  readonly outcome: 'done' | 'same' | 'refused';
  readonly message: string | null;
  readonly changes: readonly {
    readonly id: string;
    readonly title: string;
    readonly old_text: string | null;
    readonly new_text: string | null;
  }[];
}

/** What a job of this kind came to. */
export interface Result {
  readonly found: number;
  readonly done: number;
  readonly same: number;
  readonly refused: number;
  readonly stamp: string;
  readonly undo: boolean;
  readonly rows: readonly ShownRow[];
  /** What a command says of all of it. */
  readonly summary?: string;
}

/** What is asked: the values or parameters, and the records. */
export interface Question {
  readonly asked: ManyAsked;
  readonly values: { readonly [id: string]: unknown };
  readonly target: { readonly ids: number[] } | { readonly hash: string } | Record<never, never>;
}

const between = 700;

function isResult(value: unknown): value is Result {
  return isJsonObject(value) && typeof value.stamp === 'string' && Array.isArray(value.rows);
}

/** Of a job that has ended well; null of one that has not. */
export function resultOf(job: Job): Result | null {
  return job.state === 'done' && isResult(job.result) ? job.result : null;
}

function bodyOf({ asked: { does }, values, target }: Question) {
  if (does.kind === 'set') return { action: 'set' as const, values, ...target };
  if (does.kind === 'move') return { action: 'move' as const, move: does.move, ...target };
  return { action: 'delete' as const, ...target };
}

export function preview(api: ApiPort, question: Question): Promise<Job> {
  const { asked, values, target } = question;
  if (asked.does.kind === 'command')
    return call(api, 'command.preview', {
      params: { id: asked.does.command },
      body: { params: values, ...target },
    });
  return call(api, 'bulk.preview', { params: { list: asked.list }, body: bodyOf(question) });
}

/** What was shown, and nothing else; a repeat after a lost answer is the same run. */
export function run(api: ApiPort, question: Question, shown: Result, requestId: string): Promise<Job> {
  const { asked, values, target } = question;
  const sure = { expected: shown.done + shown.same, stamp: shown.stamp, request_id: requestId };
  if (asked.does.kind === 'command')
    return call(api, 'command.run', {
      params: { id: asked.does.command },
      body: { params: values, ...target, ...sure },
    });
  return call(api, 'bulk.run', { params: { list: asked.list }, body: { ...bodyOf(question), ...sure } });
}

export function undo(api: ApiPort, job: number): Promise<Job> {
  return call(api, 'bulk.undo', { params: { id: job }, body: { request_id: newId() } });
}

export function cancel(api: ApiPort, job: number): Promise<Job> {
  return call(api, 'job.cancel', { params: { id: job } });
}

/** Asks after a job until it has ended, and tells each time how far it is. */
export async function untilEnd(
  api: ApiPort,
  begun: Job,
  tell: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  let job = begun;
  while (job.state === 'queued' || job.state === 'running') {
    tell(job);
    await new Promise((resolve) => setTimeout(resolve, between));
    if (signal.aborted) return job;
    job = await call(api, 'job.get', { params: { id: job.id } });
  }
  return job;
}
