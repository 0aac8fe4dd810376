import { useEffect, useMemo, useState } from 'react';
import { Grid } from '#src/blocks/grid/grid.tsx';
import { get } from './calls.ts';
import { propsOf, sourceOf } from './parts.tsx';

/** The sales found, by hand: a heading, the search in words, the grid. */
export function List({ hash }: { readonly hash: string }) {
  const screen = globalThis.constants['sale/result'];
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    get(`/search/${hash}`).then((answer) => setWords((answer as { text: string }).text));
  }, [hash]);
  useEffect(() => {
    document.title = 'Cadastre - Sales found';
  }, []);
  const props = useMemo(() => {
    const block = screen?.blocks.find(({ type }) => type === 'grid');
    const linked = screen?.data.found;
    return screen && block && linked
      ? propsOf(screen, block, sourceOf(screen, linked, { id: hash }, null))
      : null;
  }, [screen, hash]);
  return (
    <div className="cad-screen">
      <div className="cad-page-head">
        <h1>Sales found</h1>
        <div className="cad-page-actions">
          <button type="button" className="cad-button">
            Change the search
          </button>
        </div>
      </div>
      {words === null ? null : <p>{words}</p>}
      {props ? <Grid {...props} /> : null}
    </div>
  );
}
