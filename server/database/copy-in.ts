import type { Writable } from 'node:stream';
import type { DatabaseClient } from './client.ts';

/** A running `copy … from stdin`; nothing else may be asked of the client until `end`. */
export class CopyIn {
  private readonly stream: Writable;
  private readonly done: Promise<void>;

  constructor(client: DatabaseClient, sql: string) {
    const stream = client.copyFrom(sql);
    this.stream = stream;
    this.done = new Promise<void>((resolve, reject) => {
      stream.on('finish', resolve);
      stream.on('error', reject);
    });
    // An error surfaces at the next write or at the end; until then nobody may find the rejection unhandled.
    this.done.catch(() => undefined);
  }

  /** Whole lines of COPY text. */
  async write(lines: string): Promise<void> {
    if (this.stream.destroyed) return this.done;
    if (this.stream.write(lines)) return;
    await Promise.race([new Promise((resolve) => this.stream.once('drain', resolve)), this.done]);
  }

  async end(): Promise<void> {
    this.stream.end();
    await this.done;
  }

  /** Gives up what was sent; the transaction has failed after it. */
  async abandon(): Promise<void> {
    this.stream.destroy(new Error('The copy was given up.'));
    await this.done.catch(() => undefined);
  }
}

export async function copyIn(client: DatabaseClient, sql: string, lines: string): Promise<void> {
  const copy = new CopyIn(client, sql);
  if (lines !== '') await copy.write(lines);
  await copy.end();
}
