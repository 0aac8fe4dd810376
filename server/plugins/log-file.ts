import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { appendFile, chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface LogFile {
  readonly write: (line: string) => void;
  /** Resolves when what was written is on its way to the disk, or cannot be. */
  readonly close: () => Promise<void>;
}

export interface LogFileOptions {
  /** Told of a failed write, and null when one went well again. */
  readonly told: (problem: string | null) => void;
  /** Bytes after which a file is put aside. */
  readonly mostBytes?: number;
  /** Files put aside that are kept. */
  readonly kept?: number;
  readonly append?: (file: string, text: string) => Promise<void>;
  readonly retryMs?: number;
}

// Kept in memory while the file cannot be written; the oldest lines go first.
const mostWaiting = 4 * 1024 * 1024;

async function appendPrivately(file: string, text: string): Promise<void> {
  const isNew = !existsSync(file);
  if (isNew) await mkdir(dirname(file), { recursive: true });
  await appendFile(file, text, { mode: 0o600 });
  if (isNew) await chmod(file, 0o600);
}

/**
 * Lines in a file that is opened for each portion: whoever moves it away (logrotate, a person) finds the next lines in a
 * new one. A failed write loses nothing that fits into memory, and is tried again; what was lost is said in the file.
 */
export function openLogFile(file: string, options: LogFileOptions): LogFile {
  const { told, mostBytes = 20 * 1024 * 1024, kept = 5, append = appendPrivately, retryMs = 1_000 } = options;
  let waiting: string[] = [];
  let bytes = 0;
  let lost = 0;
  let failing = false;
  let closed = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;

  const trim = () => {
    while (bytes > mostWaiting && waiting.length > 1) {
      bytes -= waiting.shift()?.length ?? 0;
      lost += 1;
    }
  };
  const rotate = () => {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < mostBytes) return;
    rmSync(`${file}.${kept}`, { force: true });
    for (let n = kept - 1; n >= 1; n--)
      if (existsSync(`${file}.${n}`)) renameSync(`${file}.${n}`, `${file}.${n + 1}`);
    renameSync(file, `${file}.1`);
  };
  const writeAll = async () => {
    while (waiting.length > 0) {
      const lines = waiting;
      const gap = lost > 0 ? `${JSON.stringify({ event: 'log-gap', lines: lost })}\n` : '';
      waiting = [];
      bytes = 0;
      try {
        rotate();
        await append(file, gap + lines.join(''));
        if (gap !== '') lost = 0;
        if (failing) told(null);
        failing = false;
      } catch (error) {
        // Before what came meanwhile.
        waiting = [...lines, ...waiting];
        bytes = waiting.reduce((sum, line) => sum + line.length, 0);
        trim();
        failing = true;
        told(error instanceof Error ? error.message : String(error));
        if (!closed) {
          retry = setTimeout(flush, retryMs);
          retry.unref();
        }
        return;
      }
    }
  };
  function flush(): void {
    if (retry) clearTimeout(retry);
    retry = null;
    running ??= writeAll().finally(() => {
      running = null;
      if (waiting.length > 0 && !failing) flush();
    });
  }
  return {
    write: (line) => {
      waiting.push(line);
      bytes += line.length;
      trim();
      if (retry === null) flush();
    },
    close: async () => {
      closed = true;
      await running;
      if (waiting.length > 0) flush();
      await running;
    },
  };
}
