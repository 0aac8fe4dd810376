import { Readable } from 'node:stream';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem } from '../../problem.ts';
import { readVat, writeVat } from './vat-lines.ts';

interface Explained {
  readonly line: number;
  readonly words: string;
  readonly letter: string | null;
}

export const handler: OperationHandler<'vat.export'> = async (call) => {
  const { params, context, reply } = call;
  const { file, explained } = await context.database.read(whoOf(signedIn(call)), {}, async (client) => {
    const files = await client.query<{ name: string; bytes: Buffer }>(
      'select name, bytes from vat_file where id = $1',
      [params.id],
    );
    // What is shown goes back; what the file came with stays as it came.
    const lines = await client.query<Explained>(
      `select e.line_no as line, vat_plain(e.shown, f.encoding) as words, vat_foreign_letter(e.shown, f.encoding) as letter
       from vat_exception_record e join vat_file f on f.id = e.file_id
       where e.file_id = $1 and e.shown is not null and e.source <> 'In the file' and (e.explanation is null or e.explanation is distinct from e.given)
       order by e.line_no`,
      [params.id],
    );
    return { file: found(files.rows[0]), explained: lines.rows };
  });
  const wrong = explained.filter(({ letter }) => letter !== null);
  if (wrong.length > 0)
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
  const bytes = writeVat(
    file.bytes,
    readVat(file.bytes),
    new Map(explained.map(({ line, words }) => [line, words])),
  );
  const plain = file.name.replace(/[^\x20-\x7e]|["%/\\]/g, '_');
  reply
    .type('application/octet-stream')
    .header('content-length', String(bytes.length))
    .header('content-disposition', `attachment; filename="${plain}"`);
  return Readable.from([bytes], { objectMode: false });
};
