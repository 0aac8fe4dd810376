import type { LinkedScreen } from '#src/core/linked.ts';
import type { BlockProps } from './block-props.ts';

export type MakeDocument = (format: 'pdf' | 'xlsx') => Promise<void>;

/** Makes a PDF or a workbook of the page with the filters in force; null where the page is not made for paper. */
export function documentOf(
  screen: LinkedScreen,
  params: object,
  dataset: string | null,
  act: BlockProps['act'],
): MakeDocument | null {
  if (!screen.paper) return null;
  return async (format) => {
    const body = { screen: screen.id, params, format, ...(dataset ? { dataset } : {}) };
    await act([{ type: 'download', operation: 'document.make', body, filename: `document.${format}` }]);
  };
}
