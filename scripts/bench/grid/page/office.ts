import { pageOfRows } from '#src/blocks/grid/local-rows.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { fields, valueAt } from './rows.ts';

const officeRows = Array.from({ length: 600 }, (_, row) =>
  Object.fromEntries(fields.map(({ id }) => [id, valueAt(row, id)])),
);

const steps = (kind: string) => [{ type: 'navigate', to: `/${kind}` }];

/** What office pages have beside the plain table: six buttons a row, groups, totals. */
export const officeLook = {
  freeze: 0,
  groupable: true,
  columns: [
    { id: 'kind' },
    { id: 'name', link: { $text: ['/tree/', { path: ['row', 'id'] }], over: 'row' } },
    { id: 'planted' },
    { id: 'height', total: 'avg' },
    { id: 'price', total: 'sum' },
    { id: 'note' },
  ],
  actions: ['edit', 'rotateLeft', 'rotateRight', 'merge', 'delete', 'send'].map((kind) => ({
    kind,
    on: steps(kind),
  })),
};

export function officeAnswer(request: PageRequest): RowPage {
  return pageOfRows(officeRows, fields, request);
}
