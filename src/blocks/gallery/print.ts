import { type BlockPrinter, heading, type PaperColumn } from '#src/core/paper.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import { isGallery } from './link.ts';

/** What there is, as a list: pictures are large, and their own PDF is made of them. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isGallery(block) || block.data === null) return [];
  const value = await ports.value(block.data);
  const rows = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const title = ports.text(block.title);
  const linesOf = (row: Row): string =>
    block.lines
      .filter(({ visibleWhen }) => !visibleWhen || ports.evaluate(visibleWhen, row) === true)
      .map((line) => ports.text(line.text, row))
      .filter((text) => text !== '')
      .join(' · ');
  const column = (id: string, name: string, text: PaperColumn['text']): PaperColumn => ({
    id,
    title: name,
    align: 'left',
    text,
    tone: () => null,
  });
  return [
    ...heading(title, 3),
    {
      kind: 'table',
      title,
      columns: [
        column('heading', 'Name', (row) => ports.text(block.heading, row)),
        column('lines', 'Details', linesOf),
      ],
      rows,
      small: () => false,
      group: null,
      totals: null,
      note: null,
      empty: block.empty,
    },
  ];
};
