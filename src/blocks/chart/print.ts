import { type BlockPrinter, heading } from '#src/core/paper.ts';
import { isChart } from './linked-chart.ts';
import { orderRows, prepareRows } from './prepare-rows.ts';

export const print: BlockPrinter = async (block, ports) => {
  if (!isChart(block) || block.data === null) return [];
  const read = await ports.rows(block.data, { sort: [], totals: {} });
  const title = ports.text(block.title);
  if (read.rows.length === 0)
    return [...heading(title, 3), { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] }];
  const rows = prepareRows(orderRows(read.rows, block.order), block.fields, ports.screen.codes);
  const summary = ports.text(block.summary);
  return [
    ...heading(title, 3),
    {
      kind: 'chart',
      title,
      alternative: summary || title || 'Chart',
      svg: async (width) => {
        const { chartSvg } = await import('./svg.ts');
        return chartSvg({ vega: block.vega, rows, width, facetColumns: block.facetColumns });
      },
    },
  ];
};
