import { formatValue } from '#src/core/format.ts';
import { type BlockPrinter, heading, type PaperTone } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { isStats, type StatItem } from './link.ts';

const tones: readonly PaperTone[] = ['bad', 'warning', 'good', 'synthetic'];

export const print: BlockPrinter = async (block, ports) => {
  if (!isStats(block)) return [];
  const read = block.data === null ? null : await ports.rows(block.data, { sort: [], totals: {} });
  const row: Row | undefined = read?.rows[0];
  if (read && !row)
    return [
      ...heading(ports.text(block.title), 3),
      { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] },
    ];
  const written = (item: StatItem): string => {
    const raw = item.value ? ports.evaluate(item.value, row) : item.field ? row?.[item.field.id] : null;
    const codes = item.field?.codes ? (ports.screen.codes[item.field.codes] ?? null) : null;
    const unitFlag = item.field?.unitField ? row?.[item.field.unitField] : undefined;
    const text = formatValue(item.format, raw, { codes, unitFlag });
    return item.unit ? `${text} ${item.unit}` : text;
  };
  const items = block.items.map((item) => {
    const tone = item.tone ? ports.evaluate(item.tone, row) : null;
    return {
      title: item.title,
      value: written(item),
      tone: tones.find((known) => known === tone) ?? null,
      help: item.help,
    };
  });
  return [...heading(ports.text(block.title), 3), { kind: 'figures', items }];
};
