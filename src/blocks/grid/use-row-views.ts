import { type RefObject, useMemo } from 'react';
import type { MayOpen } from '#src/core/resolve/open-plan.ts';
import { worksIn } from '#src/core/scope.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { closedBecause, figuresOf } from '#src/render/open-figure.ts';
import { useRecordHref } from '#src/render/record-page.ts';
import { RowViews } from './cell-view.ts';
import type { LinkedGrid } from './definition.ts';
import { codeLabels } from './format-cell.ts';
import { useRefNames } from './use-ref-names.ts';

/** How the cells of this block are written, and which of them this user may type into. */
export function useRowViews(
  block: LinkedGrid,
  { scope, screen }: Pick<BlockProps, 'scope' | 'screen'>,
  lists: ReadonlyMap<string, ReadonlyMap<string, string>>,
  latest: RefObject<BlockProps>,
  mayOpen: MayOpen,
  inResult: (to: string, index: number) => string,
): RowViews {
  const hrefOf = useRecordHref();
  const recordName = useRefNames();
  return useMemo(() => {
    const tables = new Map(Object.entries(screen.codes).map(([table, rows]) => [table, codeLabels(rows)]));
    return new RowViews(block, {
      evaluate: (expression, extra) => latest.current.evaluate(expression, extra),
      text: (text, extra) => latest.current.text(text, extra),
      mayOpen,
      recordHref: ({ list }, id) => hrefOf({ list, id }),
      recordName,
      inResult,
      mayEdit: ({ edit }) =>
        edit !== null &&
        block.saves !== null &&
        scope.perms.includes(block.saves.permission) &&
        (edit.permission === null || scope.perms.includes(edit.permission)),
      worksIn: (district) => worksIn(scope, district),
      figures: figuresOf(screen, block.data, scope, mayOpen),
      closed: closedBecause(screen, block.data),
      labels: ({ field }) => tables.get(field.codes ?? '') ?? lists.get(field.list ?? '') ?? null,
    });
  }, [block, scope, screen, lists, latest, mayOpen, hrefOf, recordName, inResult]);
}
