// A file of exceptions as it goes back: fetched by hand, or with an export.
import type { DatabaseClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';
import { readVat, writeVat } from './vat-lines.ts';

interface Explained {
  readonly line: number;
  readonly words: string;
  readonly letter: string | null;
}

export interface ExplainedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Lines of exceptions. */
  readonly lines: number;
}

/** Null where it is not there, or not whole for whoever asks. */
export async function explainedFile(client: DatabaseClient, id: number): Promise<ExplainedFile | null> {
  const { rows } = await client.query<{ name: string; bytes: Buffer }>(
    'select name, bytes from vat_file where id = $1::bigint',
    [id],
  );
  const [file] = rows;
  if (!file) return null;
  // What is shown goes back; what the file came with stays as it came.
  const { rows: explained } = await client.query<Explained & { readonly [column: string]: unknown }>(
    `select e.line_no as line, vat_plain(e.shown, f.encoding) as words, vat_foreign_letter(e.shown, f.encoding) as letter
     from vat_exception_record e join vat_file f on f.id = e.file_id
     where e.file_id = $1::bigint and e.shown is not null and e.source <> 'In the file'
       and (e.explanation is null or e.explanation is distinct from e.given)
     order by e.line_no`,
    [id],
  );
  refuseLetters(explained);
  const read = readVat(file.bytes);
  const bytes = writeVat(file.bytes, read, new Map(explained.map(({ line, words }) => [line, words])));
  const name = file.name.replace(/[^\x20-\x7e]|["%/\\]/g, '_');
  return { name, bytes, lines: read.lines.length };
}

function refuseLetters(explained: readonly Explained[]): void {
  const wrong = explained.filter(({ letter }) => letter !== null);
  if (wrong.length === 0) return;
  throw new Problem(
    'refused',
    `The file is written in Latin-1, which has not every letter of ${wrong.length === 1 ? 'one explanation' : `${wrong.length} explanations`}: ${wrong
      .slice(0, 5)
      .map(({ line, letter }) => `line ${line} has “${letter}”`)
      .join(', ')}. Write them otherwise.`,
    {
      errors: wrong
        .slice(0, 200)
        .map(({ line, letter }) => ({ pointer: `/lines/${line}`, message: `“${letter}”` })),
    },
  );
}
