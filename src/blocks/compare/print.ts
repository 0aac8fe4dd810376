import { formatValue, missing } from '#src/core/format.ts';
import type { CodeRow, LinkedField } from '#src/core/linked.ts';
import { type BlockPrinter, heading, type PaperColumn } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { nameOf, partsOf, recordsOf, summaryOf, writtenIn } from './lines.ts';
import { isCompare } from './link.ts';

/** A table a section: a line a field, a column a record, the sign of a difference behind the field. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isCompare(block) || block.data === null) return [];
  const records = recordsOf(await ports.value(block.data));
  const title = heading(ports.text(block.title), 3);
  if (records.length === 0)
    return [...title, { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] }];
  const parts = partsOf(block.sections, records);
  const names = new Set(
    block.sections.flatMap(({ fields }) =>
      fields.flatMap(({ field }) => (field.list && !field.codes ? [field.list] : [])),
    ),
  );
  const lists = new Map<string, readonly CodeRow[]>();
  for (const name of names) lists.set(name, await ports.list(name));
  const codesOf = ({ codes, list }: LinkedField) =>
    codes ? (ports.screen.codes[codes] ?? null) : list ? (lists.get(list) ?? null) : null;
  const left = { align: 'left', tone: () => null } as const;
  const columns: readonly PaperColumn[] = [
    { ...left, id: 'field', title: 'Field', text: (row: Row) => String(row.field) },
    { ...left, id: 'mark', title: '', text: (row: Row) => String(row.mark) },
    ...records.map((record, i): PaperColumn => {
      const told = block.heading ? formatValue(block.heading.format, record[block.heading.id]) : missing;
      const name = nameOf(block, record);
      return {
        ...left,
        id: `record${i}`,
        title: told === missing ? name : `${name}, ${told}`,
        text: (row) => String(row[`record${i}`]),
      };
    }),
  ];
  return [
    ...title,
    { kind: 'paragraph', runs: [{ text: summaryOf(parts, block, records.length), bold: true }] },
    ...parts.flatMap((part) => [
      ...heading(part.title, 3),
      {
        kind: 'table' as const,
        title: part.title,
        columns,
        rows: part.lines.map(({ compared, differs }) => ({
          field: compared.title,
          mark: differs ? '≠' : '',
          ...Object.fromEntries(
            records.map((record, i) => [`record${i}`, writtenIn(compared, record, codesOf)]),
          ),
        })),
        small: () => false,
        group: null,
        totals: null,
        note: null,
        empty: '',
      },
    ]),
  ];
};
