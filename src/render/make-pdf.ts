import type { LinkedScreen } from '#src/core/linked.ts';
import type { BlockProps } from './block-props.ts';

/** Makes a PDF of the page with the filters in force; null where the page is not made for paper. */
export function pdfOf(
  screen: LinkedScreen,
  params: object,
  dataset: string | null,
  act: BlockProps['act'],
): (() => Promise<void>) | null {
  if (!screen.paper) return null;
  return async () => {
    const body = { screen: screen.id, params, ...(dataset ? { dataset } : {}) };
    await act([{ type: 'download', operation: 'document.make', body, filename: 'document.pdf' }]);
  };
}
