import { formatValue, missing } from '#src/core/format.ts';
import { type BlockPrinter, heading } from '#src/core/paper.ts';
import { isFacts } from './link.ts';

export const print: BlockPrinter = async (block, ports) => {
  if (!isFacts(block) || block.data === null) return [];
  const { rows } = await ports.rows(block.data, { sort: [], totals: {} });
  const record = rows[0];
  const title = heading(ports.text(block.title), 3);
  if (!record) return [...title, { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] }];
  const items = [];
  const { heading: head, status, facts, figures } = block;
  const told = [...[head, status].flatMap((fact) => fact ?? []), ...facts, ...figures];
  for (const { field, title: name, format, hideEmpty } of told) {
    const value = record[field.id];
    if (hideEmpty && (value === null || value === undefined || value === '')) continue;
    const codes = field.codes
      ? (ports.screen.codes[field.codes] ?? null)
      : field.list
        ? await ports.list(field.list)
        : null;
    const unitFlag = field.unitField ? record[field.unitField] : undefined;
    const written = formatValue(format === 'note' ? 'text' : format, value, { codes, unitFlag });
    items.push({
      title: name,
      value: field.unit && written !== missing ? `${written} ${field.unit}` : written,
    });
  }
  return [...title, { kind: 'facts', items }];
};
