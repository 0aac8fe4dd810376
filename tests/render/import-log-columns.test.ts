// The log of an import says what became of a line: that is seen before anything is scrolled, in the narrowest window too.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LinkedGrid } from '#src/blocks/grid/definition.ts';
import { fitColumns, laidOut } from '#src/blocks/grid/fit-columns.ts';
import { noChoice } from '#src/blocks/grid/layout.ts';
import { column } from '#src/blocks/grid/test-support.ts';

const { blocks } = JSON.parse(
  readFileSync(new URL('../../screens/trx/datafiles/comblog.json', import.meta.url), 'utf8'),
);
const columns: readonly {
  readonly id: string;
  readonly width?: number;
  readonly priority?: 'low';
  readonly hidden?: true;
}[] = blocks[0].columns;

it.each([
  [768, 720],
  [1280, 1000],
])('the message of the import log is seen whole in a window of %i pixels', (_, room) => {
  const block = {
    columns: columns.map(({ id, width = 130, priority = 'normal' as const, hidden = false }) =>
      column(id, { width, priority, hidden }),
    ),
    freeze: blocks[0].freeze,
    select: 'none',
    actions: [],
  } as unknown as LinkedGrid;
  const layout = laidOut(block, noChoice, fitColumns(block, noChoice, {}, room));
  const message = layout.columns.find((one) => one.column?.id === 'message');
  const right = (message?.left ?? room) + (message?.width ?? 0) + (layout.pinned?.width ?? 0);
  expect(message?.width).toBeGreaterThan(240);
  expect(right).toBeLessThanOrEqual(room);
});
