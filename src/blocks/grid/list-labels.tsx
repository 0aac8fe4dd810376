import { useEffect } from 'react';
import { useReferenceList } from '#src/render/reference.ts';
import { codeLabels } from './format-cell.ts';

/** Loads a reference list of the server and hands its labels up; codes stay shown as they are until then. */
export function ListLabels({
  list,
  onLabels,
}: {
  readonly list: string;
  readonly onLabels: (list: string, labels: ReadonlyMap<string, string>) => void;
}) {
  const { rows } = useReferenceList(list);
  useEffect(() => {
    if (rows.length > 0) onLabels(list, codeLabels(rows));
  }, [list, rows, onLabels]);
  return null;
}
