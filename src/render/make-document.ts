import type { LinkedScreen } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from './block-props.ts';
import { longWork } from './long-work.ts';

/** Makes a PDF or a workbook of the page with the filters in force; a long one as a job, which it says. */
export async function makeDocument(
  screen: LinkedScreen,
  params: object,
  dataset: string | null,
  act: BlockProps['act'],
  format: 'pdf' | 'xlsx',
): Promise<void> {
  const body = { screen: screen.id, params, format, ...(dataset ? { dataset } : {}) };
  const begun = await act([{ type: 'call', operation: 'document.begin', body }]);
  if (!begun.done) return;
  const { long, rows } = isJsonObject(begun.value) ? begun.value : {};
  if (long !== true) {
    await act([{ type: 'download', operation: 'document.make', body, filename: `document.${format}` }]);
    return;
  }
  await act([{ type: 'snackbar', kind: 'info', text: longWork(rows, 'document') }]);
}
