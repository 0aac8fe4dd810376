import type { ReactNode } from 'react';

/** A total or subtotal, which opens the rows that it is made of. */
export function TotalText({
  drills,
  text,
  shown = text,
}: {
  readonly drills: boolean;
  readonly text: string;
  /** The text as it stands under its column's figures. */
  readonly shown?: ReactNode;
}): ReactNode {
  if (!drills || text === '' || text === '–' || text === '0') return shown;
  return (
    <button type="button" tabIndex={-1} className="cad-grid-drill" data-drill="total">
      {shown}
    </button>
  );
}
