import type { ReactNode } from 'react';
import { formatValue } from '#src/core/format.ts';
import { type Chip, ChipValue } from './page-head.tsx';

/** What a reader of the paper must know and cannot click: parameters, data set, who ran it and when. */
export function PrintLine({
  chips,
  dataset,
  runAt,
  by,
}: {
  readonly chips: readonly Chip[];
  readonly dataset: 'real' | 'synthetic' | 'both' | null;
  /** When the server made the rows; null where the page shows none. */
  readonly runAt: string | null;
  readonly by: string | null;
}): ReactNode {
  if (runAt === null && chips.length === 0) return null;
  const run = [runAt ? formatValue('datetime', runAt) : '', by ? `by ${by}` : ''].filter(
    (part) => part !== '',
  );
  return (
    <p className="cad-print-line">
      {chips.map((chip) => (
        <span key={chip.id}>
          {chip.title}: <ChipValue chip={chip} />
        </span>
      ))}
      {dataset === 'synthetic' ? <b>Synthetic data</b> : null}
      {run.length > 0 ? <span>{`${runAt ? 'Run' : 'Printed'} ${run.join(' ')}`}</span> : null}
    </p>
  );
}
