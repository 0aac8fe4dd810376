import type { Readable, Writable } from 'node:stream';
import type { PoolClient, QueryResultRow } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import { BoundedClient } from './bounded-client.ts';
import { copyOut } from './copy-out.ts';
import { DatabaseSetupError } from './errors.ts';
import { typeParsers } from './types.ts';

export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** Such as the digits of a numeric; -1 for none. */
  readonly dataTypeModifier: number;
}

export interface Rows<Row> {
  readonly rows: Row[];
  readonly fields: readonly Field[];
  /** Rows returned or changed. */
  readonly rowCount: number;
}

/** One transaction's connection. Values are always bound by the extended protocol, so one text is one statement. */
export interface DatabaseClient {
  query<Row extends QueryResultRow = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Rows<Row>>;
  /** Rows as arrays in the order of the fields. */
  arrays(text: string, values?: readonly unknown[]): Promise<Rows<unknown[]>>;
  /** Batches of rows, as many at a time as asked for. */
  batches<Row extends QueryResultRow = Record<string, unknown>>(
    text: string,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<Row[]>;
  /** `copy … from stdin`; wait for 'finish'. Destroy it when its source fails, else the transaction waits for ever. */
  copyFrom(text: string): Writable;
  /** `copy … to stdout`; left before its end, it breaks the connection. */
  copyTo(text: string): Readable;
}

/** Several statements without values: for migrations and settings of our own, never for text from outside. */
export interface OwnerClient extends DatabaseClient {
  script(text: string): Promise<void>;
}

const firstBatch = 100;
const batchBytes = 4 * 1024 * 1024;

/** Rows that come to about four megabytes, by the size of the last ones; at most four times as many as those. */
function nextBatch(rows: number, bytes: number, most: number): number {
  const fitting = bytes === 0 ? most : Math.floor((batchBytes / bytes) * rows);
  return Math.max(1, Math.min(most, rows * 4, fitting));
}

/** Told of every statement once it has been answered, or has failed. */
export type Told = (
  text: string,
  values: readonly unknown[],
  how: { readonly ms: number; readonly rows: number; readonly failed: boolean },
) => void;

export function wrapClient(client: PoolClient, inTransaction: boolean, told: Told): OwnerClient {
  const timed = async <
    Answer extends { readonly rows: readonly unknown[]; readonly rowCount: number | null },
  >(
    text: string,
    values: readonly unknown[],
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const started = performance.now();
    let rows = 0;
    let failed = true;
    try {
      const answer = await ask();
      rows = answer.rowCount ?? answer.rows.length;
      failed = false;
      return answer;
    } finally {
      told(text, values, { ms: performance.now() - started, rows, failed });
    }
  };
  // A statement that ends the transaction would leave the reader's role; what follows must not run as the owner.
  const stay = () => {
    if (inTransaction && client.getTransactionStatus() === 'I')
      throw new DatabaseSetupError(
        'A statement ended the transaction it ran in; statements of reports and records may not.',
      );
  };
  const config = (text: string, values: readonly unknown[]) => {
    stay();
    return { text, values: [...values], queryMode: 'extended' as const, types: typeParsers };
  };
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const result = await timed(text, values, () => client.query<Row>(config(text, values)));
      stay();
      return { rows: result.rows, fields: result.fields, rowCount: result.rowCount ?? result.rows.length };
    },
    arrays: async (text, values = []) => {
      const result = await timed(text, values, () =>
        client.query<unknown[]>({ ...config(text, values), rowMode: 'array' }),
      );
      stay();
      return { rows: result.rows, fields: result.fields, rowCount: result.rowCount ?? result.rows.length };
    },
    async *batches(text, values, size) {
      stay();
      const cursor = client.query(new Cursor(text, [...values], { types: typeParsers }));
      // What failed is closed by the end of its transaction; on a connection that is gone nothing answers a closing.
      let open = true;
      let gone = () => {};
      const ended = new Promise<void>((resolve) => {
        gone = () => {
          open = false;
          resolve();
        };
      });
      client.once('end', gone);
      // What the reader does between two batches is no time of the database.
      const spent = { ms: 0, rows: 0, failed: false };
      try {
        for (let wanted = Math.min(size, firstBatch); ; ) {
          const started = performance.now();
          const rows = await cursor.read(wanted).catch((error: unknown) => {
            open = false;
            spent.failed = true;
            throw error;
          });
          spent.ms += performance.now() - started;
          spent.rows += rows.length;
          if (rows.length === 0) return;
          wanted = nextBatch(rows.length, client instanceof BoundedClient ? client.lastBytes : 0, size);
          yield rows;
        }
      } finally {
        if (open) await Promise.race([cursor.close(), ended]);
        // A connection that goes back to the pool keeps nothing of what was asked on it.
        client.off('end', gone);
        told(text, values, spent);
      }
    },
    copyFrom: (text) => client.query(copyFrom(text)),
    copyTo: (text) => copyOut(client, text),
    script: async (text) => {
      await client.query(text);
    },
  };
}
