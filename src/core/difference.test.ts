import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';

const before = {
  title: 'Loans',
  blocks: [
    {
      id: 'list',
      type: 'grid',
      columns: ['title', { id: 'ratio', title: 'Ratio', format: 'percent' }, { id: 'pages' }],
      export: true,
    },
    { id: 'plot', type: 'chart' },
  ],
};

const sentences = (after: unknown) => differenceOf(before, after as never).map(({ sentence }) => sentence);

describe('the difference of two definitions', () => {
  it('is empty for the same meaning in another order of keys', () => {
    expect(sentences({ blocks: before.blocks, title: 'Loans' })).toEqual([]);
  });

  it('names the column, its property and both values', () => {
    const after = structuredClone(before);
    (after.blocks[0] as { columns: { format?: string }[] }).columns[1] = {
      id: 'ratio',
      title: 'Ratio',
      format: 'factor',
    } as { format: string };
    expect(differenceOf(before, after)).toEqual([
      {
        pointer: '/blocks/0/columns/1/format',
        sentence: 'block list, column Ratio: format percent → factor',
      },
    ]);
  });

  it('tells what was added, removed and moved', () => {
    const [list, plot] = before.blocks;
    expect(
      sentences({
        title: 'Books on loan',
        help: 'loans',
        blocks: [
          { id: 'note', type: 'text' },
          plot,
          { id: 'list', type: 'grid', columns: list?.columns, find: true },
        ],
      }),
    ).toEqual([
      'title Loans → Books on loan',
      'help loans added',
      'block note: added',
      'block list: find true added',
      'block list: export true removed',
      'blocks: order list, plot → plot, list',
    ]);
  });

  it('cuts long values', () => {
    const [only] = differenceOf({ text: 'a' }, { text: 'b'.repeat(500) });
    expect(only?.sentence.length).toBeLessThan(120);
  });
});
