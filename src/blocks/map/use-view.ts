// Where the map stands: as the address says, else as this person left this map.
import type { BlockProps } from '#src/render/block-props.ts';
import { readView, type View, writeView } from './view.ts';

const key = 'at';
const kept = 'views';
/** Maps whose view is remembered. */
const most = 20;

type Kept = readonly (readonly [page: string, view: string])[];

function keptViews(memory: BlockProps['memory']): Kept {
  const value = memory.get(kept);
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is readonly [string, string] =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string',
  );
}

export function useMapView({ memory, url }: Pick<BlockProps, 'memory' | 'url'>) {
  const page = globalThis.location.pathname;
  const views = keptViews(memory);
  const text = url.get(key) ?? views.find(([of]) => of === page)?.[1];
  const keep = (view: string | undefined) => {
    const others = keptViews(memory).filter(([of]) => of !== page);
    memory.set(kept, view === undefined ? others : [[page, view], ...others].slice(0, most));
    url.set(key, view);
  };
  return {
    view: readView(text),
    move: (view: View) => keep(writeView(view)),
    forget: () => keep(undefined),
  };
}
