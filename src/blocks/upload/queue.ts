// The files of one visit and what became of each. React-free; one file is under way at a time, in the order given.
import type { Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';

export type FileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' };

export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly state: FileState;
}

export type Send = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<unknown>;

export interface UploadQueue {
  readonly files: () => readonly QueuedFile[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[], send: Send) => void;
  readonly cancel: (id: number) => void;
  /** Forgets what is over. */
  readonly clear: () => void;
  readonly close: () => void;
}

const isOver = ({ state }: QueuedFile): boolean => state.kind !== 'waiting' && state.kind !== 'sending';

/** `onSent` is told after each file that was taken. */
export function createQueue(onSent: (answer: unknown) => void): UploadQueue {
  let files: readonly QueuedFile[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const sends = new Map<number, Send>();
  const running = new Map<number, AbortController>();

  const change = (id: number, state: FileState): void => {
    files = files.map((entry) => (entry.id === id ? { ...entry, state } : entry));
    for (const listener of listeners) listener();
  };

  const next = (): void => {
    if (running.size > 0) return;
    const waiting = files.find((entry) => entry.state.kind === 'waiting');
    if (waiting) void sendFile(waiting);
  };

  const sendFile = async ({ id, file }: QueuedFile): Promise<void> => {
    const send = sends.get(id);
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { kind: 'sending', share: 0 });
    try {
      const answer = await send?.(
        file,
        (share) => running.has(id) && change(id, { kind: 'sending', share }),
        controller.signal,
      );
      running.delete(id);
      change(id, { kind: 'sent', answer });
      onSent(answer);
    } catch (thrown) {
      running.delete(id);
      const cancelled = controller.signal.aborted || isAbort(thrown);
      change(id, cancelled ? { kind: 'cancelled' } : { kind: 'failed', failure: asFailure(thrown) });
    }
    sends.delete(id);
    next();
  };

  return {
    files: () => files,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (given, send) => {
      const added = given.map((file): QueuedFile => ({ id: nextId++, file, state: { kind: 'waiting' } }));
      for (const { id } of added) sends.set(id, send);
      files = [...files, ...added];
      for (const listener of listeners) listener();
      next();
    },
    cancel: (id) => {
      const controller = running.get(id);
      if (controller) controller.abort();
      else if (files.some((entry) => entry.id === id && entry.state.kind === 'waiting'))
        change(id, { kind: 'cancelled' });
    },
    clear: () => {
      files = files.filter((entry) => !isOver(entry));
      for (const listener of listeners) listener();
    },
    close: () => {
      files = files.filter(isOver);
      for (const controller of running.values()) controller.abort();
    },
  };
}
