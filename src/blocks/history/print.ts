import { formatValue } from '#src/core/format.ts';
import { type BlockPrinter, heading, type PaperColumn } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { entriesOf } from './entries.ts';
import { isHistory } from './link.ts';

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
  const written = (id: string, value: unknown): string => {
    const field = block.fields.find((known) => known.id === id);
    const codes = field?.codes ? (ports.screen.codes[field.codes] ?? null) : null;
    return formatValue(field?.format ?? 'text', value, { codes });
  };
  const rows = entriesOf(await ports.value(block.data)).flatMap((entry): readonly Row[] => {
    const at = formatValue('datetime', entry.at);
    const who = `${entry.who} ${entry.action.toLowerCase()}`;
    if (entry.changes.length === 0) return [{ at, who, field: '', before: '', after: '' }];
    return entry.changes.map((change) => ({
      at,
      who,
      field: block.fields.find((known) => known.id === change.field)?.title ?? change.title,
      before: written(change.field, change.old),
      after: written(change.field, change.new),
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
