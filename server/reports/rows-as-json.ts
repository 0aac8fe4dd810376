// The rows of a source for a query that reads them: from the run that is kept of it.
import type { Caller } from '../access/caller.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import { readRun } from './open-run.ts';
import type { RowSource } from './rows.ts';
import type { ReportServer } from './served.ts';

/** So many characters are handed on from one query to another. */
const mostCharacters = 16 * 1024 * 1024;

export async function rowsAsJson(
  source: RowSource,
  newerThan: Date | null,
  caller: Caller,
  context: ReportServer,
): Promise<string> {
  const columns = [...source.columns.keys()].map(quoted).join(', ');
  const text = await readRun(
    source,
    { newerThan, whole: true, turn: true },
    caller,
    context,
    async (client, run) => {
      const { rows } = await client.query<{ text: string }>(
        `select coalesce(json_agg(r), '[]')::text as text from (select ${columns} from (${run.source.text}) q) r`,
        [...run.source.values],
      );
      return rows[0]?.text ?? '[]';
    },
  );
  if (text.length > mostCharacters)
    throw new Problem('query-failed', 'These are too many rows to work on at once. Choose less.');
  return text;
}
