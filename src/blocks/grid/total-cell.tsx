import type { ReactNode } from 'react';

/** A total or subtotal, which opens the rows that it is made of. */
export function TotalText({ drills, text }: { readonly drills: boolean; readonly text: string }): ReactNode {
  if (!drills || text === '' || text === '–' || text === '0') return text;
  return (
    <button type="button" tabIndex={-1} className="cad-grid-drill" data-drill="total">
      {text}
    </button>
  );
}
