// The file of an export: one part as it is, several as a ZIP that comes to the same bytes each time.
import { Worker } from 'node:worker_threads';

export interface ExportFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function zipped(parts: readonly Part[]): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./zip-worker.mjs', import.meta.url), {
      workerData: parts.map(({ name, bytes }) => ({ name, bytes })),
      execArgv: [],
    });
    worker.once('message', (bytes: unknown) => {
      if (bytes instanceof Uint8Array) resolve(bytes);
    });
    worker.once('error', reject);
    // Where it has answered, this is heard too late to matter.
    worker.once('exit', () => reject(new Error('The thread that writes the ZIP ended without it.')));
  });
}

export async function zipOf(name: string, parts: readonly Part[]): Promise<ExportFile> {
  return { filename: `${name}.zip`, bytes: await zipped(parts) };
}

export async function fileOf(name: string, parts: readonly Part[]): Promise<ExportFile> {
  const [first, ...more] = parts;
  return first && more.length === 0 ? { filename: first.name, bytes: first.bytes } : zipOf(name, parts);
}
