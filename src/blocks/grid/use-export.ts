import { type RefObject, useState } from 'react';
import type { SourceView } from '#src/render/block-props.ts';
import { failureText } from './failure-text.ts';
import type { Notice } from './notice.ts';

type Format = 'csv' | 'xlsx';
type Export = SourceView['export'];

/** Hands out all rows of the source as they are sorted, found and grouped; one file at a time. */
export function useExport(
  latest: RefObject<{ readonly source: SourceView }>,
  setNotice: (notice: Notice | null) => void,
) {
  const [exporting, setExporting] = useState(false);
  const onExport = async (
    format: Format,
    wanted: Parameters<Export>[1],
    columns: readonly string[],
    block: string,
    titles: { readonly [column: string]: string },
  ) => {
    setExporting(true);
    setNotice(null);
    try {
      const told = await latest.current.source.export(format, wanted, [...new Set(columns)], block, titles);
      if (told !== null) setNotice({ kind: 'info', text: told });
    } catch (error) {
      setNotice({ kind: 'error', text: `The export failed. ${failureText(error)}` });
    } finally {
      setExporting(false);
    }
  };
  return { exporting, onExport };
}
