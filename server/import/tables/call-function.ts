import type { DatabaseClient } from '../../database/client.ts';
import { codeOf } from '../../database/errors.ts';
import { quoted } from '../../database/json-page.ts';
import { ImportRefusal } from '../refusal.ts';
import type { Fate } from './keep-file.ts';

/** Lines that the function is called with at once: JSON of the database holds no 256 MB. */
const linesAtOnce = 5000;

interface Given {
  readonly rows: string;
  readonly options: string;
  readonly signal: AbortSignal;
  readonly report: (share: number) => void;
}

/** What the function of a kind says of the lines that it has settled. */
export async function calledFates(
  client: DatabaseClient,
  name: string,
  file: number,
  { rows, options, signal, report }: Given,
): Promise<readonly Fate[]> {
  const call = `select line, district_code::text as district_code, action, item_id, field, old_value, new_value, message
    from ${quoted(name)}($1::bigint, $2::jsonb, $3::jsonb)`;
  const fates: Fate[] = [];
  let read = 0;
  for (const some of portions(rows)) {
    signal.throwIfAborted();
    const told = await orSentence(
      client.query<Omit<Fate, 'version'> & { [column: string]: unknown }>(call, [file, some, options]),
    );
    for (const fate of told.rows) fates.push({ ...fate, version: null });
    if (fates.at(-1)?.action === 'error') break;
    read += some.length;
    report(Math.min(1, read / rows.length));
  }
  return fates;
}

/** The JSON list, which has a line for each of its rows, as lists of some rows. */
function* portions(rows: string): Generator<string> {
  const end = rows.length - 1;
  for (let from = 1; from < end; ) {
    let to = from;
    for (let n = 0; n < linesAtOnce && to < end; n++) {
      const next = rows.indexOf('\n', to);
      to = next < 0 || next > end ? end : next + 1;
    }
    yield `[${rows.slice(from, to).replace(/,?\n?$/, '')}]`;
    from = to;
  }
}

/** How many records the function took back. */
export async function calledBack(client: DatabaseClient, name: string, file: number): Promise<number> {
  const { rows } = await orSentence(
    client.query<{ n: number | null }>(`select ${quoted(name)}($1::bigint) as n`, [file]),
  );
  return rows[0]?.n ?? 0;
}

/** A sentence that the function raises is for whoever imports, and so is that a year is closed. */
async function orSentence<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!['P0001', 'CA423'].includes(codeOf(error) ?? '') || !(error instanceof Error)) throw error;
    throw new ImportRefusal('refused', 0, error.message);
  }
}
