// Rows of a result that a person has put out of sight: kept by user and search, and left out by the server.
import { useMemo } from 'react';
import type { ColumnFilter } from '#src/core/filter.ts';
import { counted } from '#src/core/nouns.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useWorkspace } from '#src/render/ports.tsx';
import { resultName } from '#src/render/result-address.ts';
import { nothing } from '#src/render/selection.ts';
import type { LinkedGrid } from './definition.ts';
import { failureText } from './failure-text.ts';
import type { GridModel } from './grid-model.ts';
import type { Notice } from './notice.ts';
import { allRows, selectedRows } from './selected-rows.ts';

/** What leaves the hidden rows out; null where rows cannot be hidden. */
export interface HiddenRows {
  readonly search: string;
  readonly ids: readonly number[];
  readonly filter: readonly ColumnFilter[];
}

/** The browser keeps them with the session, and each question names them. */
const mostHidden = 2_000;
const none: readonly number[] = [];

/** Of a result alone, whose rows are records: what is hidden is told by their numbers. */
export function useHiddenRows({
  block,
  screen,
  source,
  text,
}: Pick<BlockProps, 'screen' | 'source' | 'text'> & { readonly block: LinkedGrid }): HiddenRows | null {
  const { hiddenRows } = useWorkspace();
  const linked = screen.data[source?.id ?? ''];
  const hash = linked?.kind === 'records' && linked.hash !== null ? text(linked.hash) : '';
  const list = linked?.kind === 'records' ? linked.list : '';
  const hides = hash !== '' && block.select === 'many' && block.rowKey === 'id';
  const search = resultName(list, hash);
  const ids = hiddenRows[search] ?? none;
  return useMemo(
    () =>
      hides
        ? { search, ids, filter: ids.length === 0 ? [] : [{ column: 'id', op: 'notoneof', value: ids }] }
        : null,
    [hides, search, ids],
  );
}

export interface Hiding {
  /** How many are hidden. */
  readonly count: number;
  readonly hide: (which: 'selected' | 'others') => void;
  readonly show: () => void;
}

/** What hides rows; null where they cannot be hidden. */
export function useHiding(
  hidden: HiddenRows | null,
  model: GridModel,
  { block }: { readonly block: LinkedGrid },
  remember: () => void,
  setNotice: (notice: Notice) => void,
): Hiding | null {
  const { hideRows } = useWorkspace();
  if (!hidden) return null;
  const { search, ids } = hidden;
  const hide = async (which: 'selected' | 'others') => {
    const selected = await selectedRows(model.window, model.selection, block.rowKey);
    const chosen = new Set(selected.map(({ id }) => id));
    const rows =
      which === 'selected' ? selected : (await allRows(model.window)).filter(({ id }) => !chosen.has(id));
    const next = [...ids, ...rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))];
    if (next.length > mostHidden)
      throw new Error(
        `These are ${counted(next.length, block.noun)}; at most ${counted(mostHidden, block.noun)} of a result can be hidden. Open those that you want to see instead.`,
      );
    model.select(nothing);
    remember();
    hideRows(search, next);
  };
  return {
    count: ids.length,
    hide: (which) =>
      void hide(which).catch((error: unknown) => setNotice({ kind: 'error', text: failureText(error) })),
    show: () => hideRows(search, []),
  };
}
