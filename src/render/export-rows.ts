import type { LinkedScreen } from '#src/core/linked.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import type { SourceView } from './block-props.ts';
import { asFailure } from './failure.ts';
import { longWork } from './long-work.ts';
import type { ApiPort } from './ports.tsx';
import { saveFile } from './save-file.ts';

/**
 * All rows as a file, which is saved only where it holds as many as it should; a long one is made on the server while
 * its reader works on, and what to tell them is answered.
 */
export async function exportRows(
  api: ApiPort,
  screen: LinkedScreen,
  /** What names the rows: screen, source, parameters. */
  input: object,
  [format, wanted, columns, block, titles = {}, across]: Parameters<SourceView['export']>,
): Promise<string | null> {
  const made = across ? { across: across.columns.map(({ id, value }) => ({ id, value })) } : {};
  const body = { ...input, ...wanted, format, columns, block, titles, ...made };
  const begun = await api.call('query.beginExport', { body });
  const { long, rows } = begun as OperationAnswer['query.beginExport'];
  if (long) return longWork(rows, 'file');
  const { blob, filename, rows: written } = await api.file('query.export', { body });
  if (written === null || written !== rows)
    throw asFailure(
      new Error(
        `The file holds ${written ?? 'an unknown number of'} rows, the list ${rows}. It was not saved; try again.`,
      ),
    );
  saveFile(blob, filename ?? `${screen.id.replaceAll('/', '-')}.${format}`);
  return null;
}
