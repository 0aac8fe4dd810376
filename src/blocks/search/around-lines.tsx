import { aroundOf, aroundText } from '#src/core/place.ts';
import type { CriteriaProps } from './simple-criteria.tsx';

/** The places that the search is around: told, and taken away. */
export function AroundLines({ state, send }: Pick<CriteriaProps, 'state' | 'send'>) {
  const places = state.around.flatMap(({ val }) => aroundOf(val) ?? []);
  if (places.length === 0) return null;
  return (
    <p className="cad-search-around">
      {places.map(aroundText).join('; ')}
      <button type="button" className="cad-button" onClick={() => send({ type: 'anywhere' })}>
        Search everywhere
      </button>
    </p>
  );
}
