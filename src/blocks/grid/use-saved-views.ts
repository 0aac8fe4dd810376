import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { useApi } from '#src/render/ports.tsx';
import type { LinkedGrid, SavedView } from './definition.ts';
import type { ViewLayout } from './saved-views.ts';

export interface SavedViews {
  readonly items: readonly SavedView[];
  /** Whether it is not known yet which there are. */
  readonly waited: boolean;
  /** Whether they could not be read. */
  readonly failed: boolean;
  readonly create: (
    view: Pick<SavedView, 'name' | 'sharing'> & { readonly layout: ViewLayout },
  ) => Promise<SavedView>;
  readonly save: (
    view: SavedView,
    change: Partial<Pick<SavedView, 'name' | 'sharing' | 'layout'>>,
  ) => Promise<SavedView>;
  readonly remove: (view: SavedView) => Promise<void>;
}

/** Saved views of one table. That they cannot be read costs the views, not the table. */
export function useSavedViews(screen: string, block: LinkedGrid, offered: boolean): SavedViews {
  const api = useApi();
  const { data, error, isLoading, mutate } = useSWR(
    offered ? ['views', screen] : null,
    () => call(api, 'view.list', { query: { screen } }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  const change = (next: (items: readonly SavedView[]) => readonly SavedView[]) =>
    mutate((known) => ({ items: [...next(known?.items ?? [])] }), { revalidate: false });
  const put = async (view: SavedView) => {
    await change((items) => [...items.filter(({ id }) => id !== view.id), view]);
    return view;
  };
  /** Whoever was late sees what stands now, so that the next try is about that. */
  const orAnew = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (failure: unknown) => {
      await mutate();
      throw failure;
    });
  return {
    items: (data?.items ?? []).filter((view) => view.block === block.id),
    waited: isLoading,
    failed: error !== undefined,
    create: async (view) => {
      const body = { screen, block: block.id, ...view, request_id: crypto.randomUUID() };
      return put(await call(api, 'view.create', { body }));
    },
    save: async ({ id, version }, body) =>
      put(await orAnew(call(api, 'view.save', { params: { id }, body: { version, ...body } }))),
    remove: async ({ id, version }) => {
      await orAnew(call(api, 'view.delete', { params: { id }, query: { version } }));
      await change((items) => items.filter((view) => view.id !== id));
    },
  };
}
