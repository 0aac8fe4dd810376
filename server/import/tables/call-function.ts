import type { DatabaseClient } from '../../database/client.ts';
import { codeOf } from '../../database/errors.ts';
import { quoted } from '../../database/json-page.ts';
import { ImportRefusal } from '../refusal.ts';
import type { Fate } from './keep-file.ts';

/** What the function of a kind says of the lines that it has settled. */
export async function calledFates(
  client: DatabaseClient,
  name: string,
  file: number,
  { rows, options }: { readonly rows: string; readonly options: string },
): Promise<readonly Fate[]> {
  const call = `select line, district_code::text as district_code, action, item_id, field, old_value, new_value, message
    from ${quoted(name)}($1::bigint, $2::jsonb, $3::jsonb)`;
  const fates = await orSentence(
    client.query<Omit<Fate, 'version'> & { [column: string]: unknown }>(call, [file, rows, options]),
  );
  return fates.rows.map((fate) => ({ ...fate, version: null }));
}

/** How many records the function took back. */
export async function calledBack(client: DatabaseClient, name: string, file: number): Promise<number> {
  const { rows } = await orSentence(
    client.query<{ n: number | null }>(`select ${quoted(name)}($1::bigint) as n`, [file]),
  );
  return rows[0]?.n ?? 0;
}

/** A sentence that the function raises is for whoever imports. */
async function orSentence<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (codeOf(error) !== 'P0001' || !(error instanceof Error)) throw error;
    throw new ImportRefusal('refused', 0, error.message);
  }
}
