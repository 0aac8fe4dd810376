import { type BlockPrinter, heading, type PaperPorts, type PaperTone } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { isStats, type StatItem } from './link.ts';
import { judged, type Reading, stepsOf, trendWords, writtenFigure } from './stat-value.ts';

const tones: readonly PaperTone[] = ['bad', 'warning', 'good', 'synthetic'];

export const print: BlockPrinter = async (block, ports) => {
  if (!isStats(block)) return [];
  const items = block.items.filter(
    ({ visibleWhen }) => visibleWhen === null || ports.evaluate(visibleWhen) === true,
  );
  const rowsOf = await readRows(items, block.data, ports);
  if (
    block.data !== null &&
    rowsOf(block.data).length === 0 &&
    items.every(({ source }) => source === block.data)
  )
    return [
      ...heading(ports.text(block.title), 3),
      { kind: 'paragraph', runs: [{ text: block.empty, bold: false }] },
    ];
  const reading: Reading = {
    codes: ports.screen.codes,
    evaluate: (expression, row) => ports.evaluate(expression, row ?? undefined),
  };
  const written = items.map((item) => {
    const row = (item.source === null ? undefined : rowsOf(item.source)[0]) ?? null;
    const judgement = judged(item, row, reading);
    const given = item.tone ? reading.evaluate(item.tone, row) : null;
    const tone = item.tone || !judgement || judgement.met === null ? given : judgement.met ? 'good' : 'bad';
    const steps = item.trend ? stepsOf(item.trend, item, rowsOf(item.trend.source), reading) : [];
    const lines = [
      judgement?.words,
      item.help,
      item.trend && steps.length > 0 ? trendWords(item, item.trend, steps) : null,
    ].filter((line) => typeof line === 'string');
    return {
      title: item.title,
      value: writtenFigure(item, row, reading),
      tone: tones.find((known) => known === tone) ?? null,
      help: lines.length > 0 ? lines.join('. ') : null,
    };
  });
  return [...heading(ports.text(block.title), 3), { kind: 'figures', items: written }];
};

/** The rows of every source that the figures and their trends read, each read once. */
async function readRows(
  items: readonly StatItem[],
  ofBlock: string | null,
  ports: PaperPorts,
): Promise<(source: string) => readonly Row[]> {
  const ids = [
    ...new Set([ofBlock, ...items.flatMap(({ source, trend }) => [source, trend?.source ?? null])]),
  ];
  const read = new Map<string, readonly Row[]>();
  for (const id of ids) if (id !== null) read.set(id, (await ports.rows(id, { sort: [], totals: {} })).rows);
  return (source) => read.get(source) ?? [];
}
