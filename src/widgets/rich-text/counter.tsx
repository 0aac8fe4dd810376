import type { ContentState } from 'draft-js';
import { useDeferredValue, useMemo } from 'react';
import { richTextPlain } from '#src/core/rich-text-plain.ts';
import { richOf } from './draft-state.ts';

/** Characters as an export counts them, against what it takes. */
export function Counter({ content, most }: { readonly content: ContentState; readonly most: number }) {
  const resting = useDeferredValue(content);
  const length = useMemo(() => [...richTextPlain(richOf(resting))].length, [resting]);
  const over = length > most;
  return (
    <div className="cad-rich-below">
      <span className="cad-rich-over" role="status">
        {over ? 'This field will be truncated on export' : ''}
      </span>
      <span className="cad-rich-count" data-over={over || undefined}>
        {length.toLocaleString('en-AU')} / {most.toLocaleString('en-AU')}
      </span>
    </div>
  );
}
