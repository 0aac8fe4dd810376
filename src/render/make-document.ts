import type { LinkedScreen } from '#src/core/linked.ts';
import type { QueryTexts } from '#src/core/params.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from './block-props.ts';
import { longWork } from './long-work.ts';

/** What the address says of the page's tables. */
const ofTable = /^[^.]+\.(?:view|sort|group|find|filter)$/;

/** Makes a PDF or a workbook of the page with the filters in force; a long one as a job, which it says. */
export async function makeDocument(
  screen: LinkedScreen,
  params: object,
  query: QueryTexts,
  dataset: string | null,
  act: BlockProps['act'],
  format: 'pdf' | 'xlsx',
): Promise<void> {
  const tables = Object.fromEntries(
    Object.entries(query).flatMap(([name, [text]]) => (ofTable.test(name) && text ? [[name, text]] : [])),
  );
  const told = Object.keys(tables).length > 0 ? { tables } : {};
  const body = { screen: screen.id, params, format, ...(dataset ? { dataset } : {}), ...told };
  const begun = await act([{ type: 'call', operation: 'document.begin', body }]);
  if (!begun.done) return;
  const { long, rows } = isJsonObject(begun.value) ? begun.value : {};
  if (long !== true) {
    await act([{ type: 'download', operation: 'document.make', body, filename: `document.${format}` }]);
    return;
  }
  await act([{ type: 'snackbar', kind: 'info', text: longWork(rows, 'document') }]);
}
