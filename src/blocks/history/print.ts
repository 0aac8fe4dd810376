import { formatValue } from '#src/core/format.ts';
import { type BlockPrinter, heading, type PaperColumn } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { entriesOf } from './entries.ts';
import { isHistory } from './link.ts';
import { written } from './written.ts';

const columns = [
  ['at', 'When'],
  ['who', 'By'],
  ['field', 'Field'],
  ['before', 'Before'],
  ['after', 'After'],
] as const;

/** A row a changed field; an entry without one says what was done. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isHistory(block) || block.data === null) return [];
  const fieldOf = (id: string) => block.fields.find((known) => known.id === id);
  const rows = entriesOf(await ports.value(block.data)).flatMap((entry): readonly Row[] => {
    const at = formatValue('datetime', entry.at);
    const who = `${entry.who} ${entry.action.toLowerCase()}`;
    if (entry.changes.length === 0) return [{ at, who, field: '', before: '', after: '' }];
    return entry.changes.map((change) => ({
      at,
      who,
      field: fieldOf(change.field)?.title ?? change.title,
      before: written(fieldOf(change.field), change.old, ports.screen.codes),
      after: written(fieldOf(change.field), change.new, ports.screen.codes),
    }));
  });
  const title = ports.text(block.title);
  return [
    ...heading(title, 3),
    {
      kind: 'table',
      title,
      columns: columns.map(
        ([id, name]): PaperColumn => ({
          id,
          title: name,
          align: 'left',
          text: (row) => String(row[id] ?? ''),
          tone: () => null,
        }),
      ),
      rows,
      small: () => false,
      group: null,
      totals: null,
      note: null,
      empty: block.empty,
    },
  ];
};
