import { describe, expect, it } from 'vitest';
import { TooManyPages } from '#server/reports/document/flow.ts';
import { createMeasure } from '#server/reports/document/fonts.ts';
import { layOut } from '#server/reports/document/layout.ts';
import { type Op, type Piece, paperOf } from '#server/reports/document/page.ts';
import { fitColumns } from '#server/reports/document/table-columns.ts';
import { writePdf } from '#server/reports/document/write-pdf.ts';
import type { PaperElement, PaperTable } from '#src/core/paper.ts';

const paper = paperOf('landscape');

function table(rows: number, columns = 4): PaperTable {
  return {
    kind: 'table',
    title: 'Sales',
    columns: Array.from({ length: columns }, (_, i) => ({
      id: `c${i}`,
      title: `Column ${i}`,
      align: i === 0 ? 'left' : 'right',
      text: (row) => String(row[`c${i}`]),
      tone: (row) => (i === 1 && row.c1 === 3 ? 'bad' : null),
    })),
    rows: Array.from({ length: rows }, (_, n) =>
      Object.fromEntries(Array.from({ length: columns }, (_, i) => [`c${i}`, i === 0 ? `Row ${n}` : n])),
    ),
    small: () => false,
    group: null,
    totals: ['Total', ...Array.from({ length: columns - 1 }, () => '7')],
    note: null,
    empty: 'No sales.',
  };
}

const lay = (elements: readonly PaperElement[], mostPages = 50) => layOut({ paper, elements, mostPages });
const written = (ops: readonly Op[]) => ops.flatMap((op) => (op.op === 'text' ? [op.text] : []));
const textOf = (piece: Piece) =>
  piece.role === 'row' ? piece.cells.flatMap(({ ops }) => written(ops)) : written(piece.ops);
const heading = (text: string, level: 1 | 2 = 1): PaperElement => ({ kind: 'heading', level, text });

const head = {
  title: 'Sales',
  author: 'Office',
  above: ['Sales', '2025'],
  below: 'Office',
  at: new Date('2026-07-01T00:00:00Z'),
} as const;

describe('pages of a document', () => {
  it('hold every row once, the heading anew on each sheet, and the totals at the end', async () => {
    const { pieces, pages } = await lay([heading('Sales'), table(120)]);
    const rows = pieces.filter(({ role }) => role === 'row');
    expect(rows.map((row) => textOf(row)[0])).toEqual([
      'Column 0',
      ...Array.from({ length: 120 }, (_, n) => `Row ${n}`),
      'Total',
    ]);
    expect(pages).toBeGreaterThan(2);
    const repeated = pieces.filter((piece) => piece.role === 'artifact');
    expect(repeated.map(({ page }) => page)).toEqual(Array.from({ length: pages - 1 }, (_, i) => i + 2));
    expect(new Set(rows.map((row) => row.role === 'row' && row.table)).size).toBe(1);
    const lowest = pieces.flatMap((piece) =>
      (piece.role === 'row' ? piece.cells.flatMap(({ ops }) => ops) : piece.ops).flatMap((op) =>
        op.op === 'text' ? [op.y + op.size] : [],
      ),
    );
    expect(Math.max(...lowest)).toBeLessThan(paper.height - paper.bottom + 1);
  });

  it('hold paragraphs in their looks, items behind their marks, and no word beyond the margin', async () => {
    const long = 'Values of the component rose with those of the zone. '.repeat(60);
    const address = `https://${'planning'.repeat(30)}.example`;
    const run = (text: string, more: object = {}) => ({ text, bold: false, ...more });
    const { pieces, pages } = await lay([
      heading('Report'),
      {
        kind: 'paragraph',
        runs: [run('Steady', { bold: true, italic: true }), run(' and '), run('firm', { underline: true })],
      },
      { kind: 'paragraph', runs: [run('Creek lots')], mark: '•', indent: 1 },
      { kind: 'paragraph', runs: [run(address)] },
      { kind: 'paragraph', runs: [run('First\nSecond')] },
      ...Array.from({ length: 12 }, (): PaperElement => ({ kind: 'paragraph', runs: [run(long)] })),
    ]);
    const ops = pieces.flatMap((piece) => (piece.role === 'P' ? piece.ops : []));
    const texts = ops.flatMap((op) => (op.op === 'text' ? [op] : []));
    expect(texts.slice(0, 5).map(({ text, weight }) => [text, weight])).toEqual([
      ['Steady', 'boldItalic'],
      [' and', 'regular'],
      ['firm', 'regular'],
      ['•', 'regular'],
      ['Creek lots', 'regular'],
    ]);
    const [, , firm, mark, item] = texts;
    const rules = ops.flatMap((op) => (op.op === 'rule' ? [op] : []));
    expect(rules).toMatchObject([{ x: firm?.x }]);
    expect(rules[0]?.y).toBeGreaterThan(firm?.y ?? 0);
    expect(mark?.x).toBeGreaterThan(paper.left);
    expect(item?.x).toBeGreaterThan(mark?.x ?? 0);
    const [first, second] = ['First', 'Second'].map((text) => texts.find((op) => op.text === text));
    expect(second).toMatchObject({ x: first?.x });
    expect(second?.y).toBeGreaterThan(first?.y ?? 0);
    const measure = createMeasure();
    for (const { x, text, size, weight } of texts)
      expect(x + measure.width(text, size, weight)).toBeLessThan(paper.width - paper.right + 0.1);
    expect(pages).toBeGreaterThan(1);
    expect(Math.max(...texts.map(({ y, size }) => y + size))).toBeLessThan(paper.height - paper.bottom + 1);
  });

  it('have contents whose numbers are those of the pages', async () => {
    const parts = ['First', 'Second', 'Third'].flatMap((name): PaperElement[] => [
      { kind: 'break' },
      heading(name),
      table(70),
    ]);
    const { pieces, pages } = await lay([heading('Yearbook'), { kind: 'contents' }, ...parts]);
    const told = pieces.flatMap((piece) => (piece.role === 'TOCI' ? [written(piece.ops)] : []));
    const stand = pieces.flatMap((piece) =>
      piece.role === 'H1' && piece.page > 1 ? [[written(piece.ops)[0], piece.page]] : [],
    );
    expect(told).toEqual(stand.map(([name, page]) => [name, String(page)]));
    expect(told).toHaveLength(3);
    expect(Math.max(...pieces.map(({ page }) => page))).toBe(pages);
  });

  it('are refused when they are more than the document may have', async () => {
    await expect(lay([table(400)], 3)).rejects.toThrow(TooManyPages);
    await expect(lay([table(400)], 3)).rejects.toThrow(/^The document has \d+ pages, and 3 are the most\.$/);
  });

  it('say an exception by a mark beside the colour, and an empty table in words', async () => {
    const { pieces } = await lay([table(5), table(0)]);
    const texts = pieces.flatMap(textOf);
    expect(texts).toContain('3 ■');
    expect(texts).toContain('No sales.');
  });

  it('carry a table that is too wide on under itself, its first column again in each part', () => {
    const wide = table(30, 60);
    const { bands, widths } = fitColumns(wide, 770, createMeasure());
    expect(bands.length).toBeGreaterThan(1);
    expect(bands.every((band) => band[0] === 0)).toBe(true);
    expect([...new Set(bands.flat())].sort((a, b) => a - b)).toEqual(wide.columns.map((_, i) => i));
    for (const band of bands)
      expect(band.reduce((sum, i) => sum + (widths[i] ?? 0), 0)).toBeLessThanOrEqual(770);
  });

  it('break no figure, in whichever of many rows the widest stands', async () => {
    const long = table(900, 20);
    const { pieces } = await lay([
      { ...long, rows: long.rows.map((row, n) => (n === 500 ? { ...row, c5: '−10,036,000' } : row)) },
    ]);
    expect(pieces.flatMap(textOf)).toContain('−10,036,000');
  });

  it('keep headings with the chart under them', async () => {
    const chart: PaperElement = {
      kind: 'chart',
      title: '',
      alternative: 'Up.',
      svg: async () => '<svg width="100" height="300"></svg>',
      figures: table(1),
    };
    const { pieces } = await lay([table(12), heading('Values'), heading('By year', 2), chart]);
    const pages = pieces.flatMap(({ role, page }) => (['H1', 'H2', 'Figure'].includes(role) ? [page] : []));
    expect(pages).toEqual([2, 2, 2]);
  });

  it('draw a chart that is taller than its place within it, and what follows below', async () => {
    const chart: PaperElement = {
      kind: 'chart',
      title: '',
      alternative: 'Up.',
      svg: async () => '<svg class="marks" width="700" height="900" viewBox="0 0 700 900"></svg>',
      figures: table(1),
    };
    const note: PaperElement = { kind: 'paragraph', runs: [{ text: 'The other 70.', bold: false }] };
    const { pieces } = await lay([chart, note]);
    const [drawn, below] = pieces.flatMap((piece) => (piece.role === 'row' ? [] : [piece.ops[0]]));
    if (drawn?.op !== 'svg' || below?.op !== 'text') throw new Error('A chart and its note are drawn.');
    expect(drawn.height).toBeLessThan(500);
    expect(drawn.svg).toContain(`width="${drawn.width}" height="${drawn.height}" viewBox="0 0 700 900"`);
    expect(below.y).toBeGreaterThan(drawn.y + drawn.height);
  });

  it('draw a chart whose lines are dashed without a gap', async () => {
    const svg =
      '<svg width="100" height="20"><line x2="9" y2="9" stroke="#000" stroke-dasharray="1,0"/><line x2="9" stroke="#000" stroke-dasharray="4,2"/></svg>';
    const chart: PaperElement = {
      kind: 'chart',
      title: 'Values',
      alternative: 'Up.',
      svg: async () => svg,
      figures: table(1),
    };
    const bytes = await writePdf(await lay([chart]), paper, head);
    expect(bytes.toString('latin1')).toMatch(/\/S \/Figure\b/);
  });

  it('come to the same bytes twice, with structure for assistive technology', async () => {
    const make = async () => writePdf(await lay([heading('Sales'), table(40)]), paper, head);
    const [one, other] = [await make(), await make()];
    expect(one.equals(other)).toBe(true);
    const text = one.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text.match(/\/S \/TH\b/g)).toHaveLength(4);
    expect(text.match(/\/S \/TR\b/g)).toHaveLength(42);
    expect(text).toMatch(/\/Lang \(en-AU\)/);
    // A heading is a bookmark, too. Not the whole file in a failure.
    expect(/\/Parent \d+ 0 R\n\/Title \(Sales\)/.test(text)).toBe(true);
  });
});
