// Tables over as many pages as they take: the heading again on each, the totals at the end.
import type { PaperTable } from '#src/core/paper.ts';
import { markOf } from './cell-text.ts';
import type { Flow } from './flow.ts';
import { lineHeight } from './fonts.ts';
import { putParagraph } from './lay-paragraph.ts';
import { toneInk } from './lay-parts.ts';
import { ink, type Op, type Weight } from './page.ts';
import { cellPadding, fitColumns } from './table-columns.ts';

/** Words of one row, laid into its cells; the row is as high as its highest cell. */
function rowOf(
  flow: Flow,
  texts: readonly string[],
  fit: { readonly size: number; readonly widths: readonly number[] },
  aligns: readonly ('left' | 'right' | 'center')[],
  style: { readonly weight: Weight; readonly colours: readonly string[] },
): { readonly height: number; readonly at: (y: number) => readonly (readonly Op[])[] } {
  const { size, widths } = fit;
  const step = size * lineHeight;
  const lines = texts.map((text, i) =>
    flow.measure.wrap(text, (widths[i] ?? 0) - 2 * cellPadding + 0.5, size, style.weight),
  );
  const height = Math.max(1, ...lines.map((list) => list.length)) * step + 2 * 1.6;
  return {
    height,
    at: (y) => {
      let x = flow.paper.left;
      return lines.map((list, i) => {
        const left = x;
        const width = widths[i] ?? 0;
        x += width;
        return list.map((text, j): Op => {
          const free = width - 2 * cellPadding - flow.measure.width(text, size, style.weight);
          const align = aligns[i] ?? 'left';
          const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0;
          return {
            op: 'text',
            x: left + cellPadding + Math.max(0, shift),
            y: y + 1.6 + j * step,
            text,
            size,
            weight: style.weight,
            colour: style.colours[i] ?? ink.text,
          };
        });
      });
    },
  };
}

export function putTable(flow: Flow, table: PaperTable): void {
  if (table.rows.length === 0) {
    putParagraph(flow, { runs: [{ text: table.empty, bold: false }] });
    return;
  }
  const fit = fitColumns(table, flow.room, flow.measure);
  fit.bands.forEach((band, i) => {
    putBand(
      flow,
      table,
      fit.size,
      band,
      band.map((column) => fit.widths[column] ?? 0),
    );
    if (i < fit.bands.length - 1) flow.y += 8;
  });
  if (table.note) putParagraph(flow, { runs: [{ text: table.note, bold: false }] });
  flow.y += 6;
}

function putBand(
  flow: Flow,
  table: PaperTable,
  size: number,
  band: readonly number[],
  widths: readonly number[],
): void {
  const columns = band.flatMap((index) => table.columns[index] ?? []);
  const aligns = columns.map(({ align }) => align);
  const right = flow.paper.left + widths.reduce((sum, width) => sum + width, 0);
  const fit = { size, widths };
  const id = flow.newTable();
  const head = rowOf(
    flow,
    columns.map(({ title }) => title),
    fit,
    aligns,
    { weight: 'bold', colours: columns.map(() => ink.text) },
  );
  const rule = (y: number, colour: string = ink.rule): Op => ({
    op: 'rule',
    x: flow.paper.left,
    y,
    to: right,
    colour,
  });
  let first = true;
  const putHead = (): void => {
    const ground: Op = {
      op: 'box',
      x: flow.paper.left,
      y: flow.y,
      width: right - flow.paper.left,
      height: head.height,
      colour: ink.ground,
    };
    const cells = head.at(flow.y);
    if (first)
      flow.pieces.push({
        role: 'row',
        page: flow.page,
        table: id,
        cells: cells.map((ops) => ({ role: 'TH', ops })),
        decoration: [ground],
      });
    else flow.pieces.push({ role: 'artifact', page: flow.page, ops: [ground, ...cells.flat()] });
    first = false;
    flow.y += head.height;
  };
  const step = size * lineHeight + 3.2;
  flow.need(head.height + 3 * step);
  putHead();
  const put = (row: ReturnType<typeof rowOf>, above: string | null): void => {
    if (flow.y + row.height > flow.end) {
      flow.nextPage();
      putHead();
    }
    flow.pieces.push({
      role: 'row',
      page: flow.page,
      table: id,
      cells: row.at(flow.y).map((ops) => ({ role: 'TD', ops })),
      decoration: [above === null ? rule(flow.y + row.height) : rule(flow.y, above)],
    });
    flow.y += row.height;
  };
  let group: string | null = null;
  for (const row of table.rows) {
    const name = table.group?.(row) ?? null;
    if (name !== group && name !== null) {
      const whole = { size, widths: [right - flow.paper.left] };
      put(rowOf(flow, [name], whole, ['left'], { weight: 'bold', colours: [ink.text] }), null);
    }
    group = name;
    const small = table.small(row);
    const tones = columns.map((column) => column.tone(row));
    const texts = columns.map((column, i) => column.text(row) + markOf(tones[i] ?? null));
    const colours = tones.map((tone) => (tone === null && small ? ink.muted : toneInk(tone)));
    put(rowOf(flow, texts, fit, aligns, { weight: 'regular', colours }), null);
  }
  if (table.totals) {
    const texts = band.map((index) => table.totals?.[index] ?? '');
    put(rowOf(flow, texts, fit, aligns, { weight: 'bold', colours: columns.map(() => ink.text) }), ink.text);
  }
}
