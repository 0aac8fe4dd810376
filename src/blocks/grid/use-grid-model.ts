// The rows of a grid over the renders of its block: what asks for pages, what is selected, and where the reader was.
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { everything, nothing } from '#src/render/selection.ts';
import { useSharedSelection } from '#src/render/shared-selection.ts';
import type { RowViews } from './cell-view.ts';
import type { LinkedGrid } from './definition.ts';
import { GridModel } from './grid-model.ts';
import type { Layout } from './layout.ts';
import { type FetchPage, PageWindow, type RowQuery } from './page-window.ts';
import type { ScrollPlace } from './use-grid-scroll.ts';
import { packPlace, unpackPlace } from './visit-place.ts';

type Latest = RefObject<BlockProps & { readonly block: LinkedGrid; readonly source: SourceView }>;

export function useGridModel({
  latest,
  query,
  layout,
  views,
}: {
  /** What the rows call is always the present render's. */
  readonly latest: Latest;
  readonly query: RowQuery;
  readonly layout: Layout;
  readonly views: RowViews;
}) {
  const { block, source, visit } = latest.current;
  const [place] = useState(() => unpackPlace(visit.get('place')));
  const fetch = useCallback<FetchPage>(
    (request, signal) => latest.current.source.page(request, signal),
    [latest],
  );
  const [model] = useState(() => {
    const made = new GridModel(
      (changed) => new PageWindow(fetch, query, changed, place?.total ?? null),
      layout,
      views,
    );
    if (place) {
      made.active = place.active;
      made.selection = place.selection;
      made.open = place.open;
    } else {
      made.open = block.foldGroups ? nothing : everything;
      const first = layout.columns.findIndex((laid) => laid.kind === 'data');
      made.active = { row: -1, col: Math.max(0, first) };
    }
    return made;
  });
  useSyncExternalStore(model.subscribe, model.version);
  const shared = useSharedSelection(block.selection);
  useEffect(() => {
    const follow = () => {
      if (model.selection !== shared.now()) model.select(shared.now());
    };
    // What was ticked before the page was left is what the others begin with.
    if (shared.now() === nothing) shared.set(model.selection);
    else follow();
    const leave = [model.subscribe(() => shared.set(model.selection)), shared.subscribe(follow)];
    return () => {
      for (const one of leave) one();
    };
  }, [model, shared]);
  const { window } = model;
  const within = JSON.stringify([query.find, query.filter, latest.current.scope.params]);
  model.edits.within = within;
  const tickedWithin = useRef(within);
  useEffect(() => {
    if (tickedWithin.current === within) return;
    tickedWithin.current = within;
    // All that were left were ticked; of other rows nobody has said so.
    if (model.selection.all) model.select(nothing);
  }, [model, within]);

  // A new query or new rows: drop every page. The text is the query's identity.
  const identity = JSON.stringify([source.id, source.revision, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` stands for the query
  useEffect(() => {
    window.restart(fetch, query);
    return () => window.close();
  }, [identity, window, fetch]);
  useEffect(() => model.draw(layout, views), [model, layout, views]);

  const scroll = useRef<ScrollPlace>(place?.scroll ?? { top: 0, left: 0 });
  const remember = useCallback(() => {
    latest.current.visit.set(
      'place',
      packPlace({
        scroll: scroll.current,
        active: model.active,
        selection: model.selection,
        open: model.open,
        total: model.grouping ? model.count : model.window.total,
      }),
    );
  }, [model, latest]);
  const onScrollEnd = useCallback(
    (at: ScrollPlace) => {
      scroll.current = at;
      remember();
    },
    [remember],
  );

  return { model, window, start: place?.scroll ?? null, remember, onScrollEnd };
}
