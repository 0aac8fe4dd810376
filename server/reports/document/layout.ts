// Elements to pages: everything is measured before anything is written, so that contents and "n of m" are right at once.
import type { PaperElement, PaperTable, PaperTone } from '#src/core/paper.ts';
import { markOf } from './cell-text.ts';
import { createMeasure, lineHeight, type Measure } from './fonts.ts';
import { ink, type Op, type Paper, type Piece, type Weight } from './page.ts';
import { cellPadding, fitColumns } from './table-columns.ts';

export interface Laid {
  readonly pieces: readonly Piece[];
  readonly pages: number;
}

export interface LayoutInput {
  readonly paper: Paper;
  readonly elements: readonly PaperElement[];
  /** Pages that the document may have; it is left unwritten beyond them. */
  readonly mostPages: number;
}

export class TooManyPages extends Error {
  readonly most: number;
  constructor(most: number) {
    super(`The document has more than ${most} pages.`);
    this.most = most;
  }
}

const headingSizes = { 1: 18, 2: 13, 3: 10.5 } as const;
const bodySize = 9;
const keepWithHeading = 64;
const chartHeightLimit = 360;

interface ContentsLine {
  readonly level: 1 | 2;
  readonly text: string;
  readonly page: number;
}

class Flow {
  readonly pieces: Piece[] = [];
  readonly contents: ContentsLine[] = [];
  page = 1;
  y: number;
  readonly paper: Paper;
  readonly measure: Measure;
  readonly #most: number;
  #tables = 0;

  constructor(paper: Paper, measure: Measure, most: number) {
    this.paper = paper;
    this.measure = measure;
    this.#most = most;
    this.y = paper.top;
  }

  get room(): number {
    return this.paper.width - this.paper.left - this.paper.right;
  }

  get end(): number {
    return this.paper.height - this.paper.bottom;
  }

  nextPage(): void {
    if (this.page >= this.#most) throw new TooManyPages(this.#most);
    this.page += 1;
    this.y = this.paper.top;
  }

  /** Turns the page where less than `height` is left of it. */
  need(height: number): void {
    if (this.y + height > this.end && this.y > this.paper.top) this.nextPage();
  }

  newTable(): number {
    this.#tables += 1;
    return this.#tables;
  }

  text(x: number, text: string, size: number, weight: Weight = 'regular', colour: string = ink.text): Op {
    return { op: 'text', x, y: this.y, text, size, weight, colour };
  }
}

function putHeading(flow: Flow, level: 1 | 2 | 3, text: string): void {
  const size = headingSizes[level];
  const lines = flow.measure.wrap(text, flow.room, size, 'bold');
  const before = flow.y === flow.paper.top ? 0 : size * 0.8;
  flow.need(before + lines.length * size * lineHeight + keepWithHeading);
  if (flow.y > flow.paper.top) flow.y += before;
  if (level < 3) flow.contents.push({ level: level === 1 ? 1 : 2, text, page: flow.page });
  const ops: Op[] = [];
  for (const line of lines) {
    ops.push(flow.text(flow.paper.left, line, size, 'bold'));
    flow.y += size * lineHeight;
  }
  flow.pieces.push({ role: `H${level}`, page: flow.page, ops });
  flow.y += size * 0.25;
}

function putParagraph(flow: Flow, runs: readonly { readonly text: string; readonly bold: boolean }[]): void {
  // A run is wrapped with its neighbours by words; each word keeps its weight.
  const words = runs.flatMap(({ text, bold }) =>
    text.split(/(?<=\s)/).map((word) => ({ word, weight: bold ? ('bold' as const) : ('regular' as const) })),
  );
  const step = bodySize * lineHeight;
  let ops: Op[] = [];
  let x = flow.paper.left;
  /** Words of one weight on one line: one text. */
  let run = { text: '', x, weight: 'regular' as Weight };
  const closeRun = (): void => {
    if (run.text.trim() !== '') ops.push(flow.text(run.x, run.text.trimEnd(), bodySize, run.weight));
    run = { ...run, text: '' };
  };
  const flush = (): void => {
    closeRun();
    if (ops.length > 0) flow.pieces.push({ role: 'P', page: flow.page, ops });
    ops = [];
  };
  flow.need(step);
  for (const { word, weight } of words) {
    const width = flow.measure.width(word.trimEnd(), bodySize, weight);
    if (x > flow.paper.left && x + width > flow.paper.left + flow.room) {
      closeRun();
      x = flow.paper.left;
      flow.y += step;
      if (flow.y + step > flow.end) {
        flush();
        flow.nextPage();
      }
    }
    if (run.text !== '' && run.weight !== weight) closeRun();
    run = run.text === '' ? { text: word, x, weight } : { ...run, text: run.text + word };
    x += flow.measure.width(word, bodySize, weight);
  }
  flush();
  flow.y += step + 4;
}

const toneInk = (tone: PaperTone | null): string => (tone === null ? ink.text : ink[tone]);

function putFigures(flow: Flow, items: Extract<PaperElement, { kind: 'figures' }>['items']): void {
  const across = Math.max(1, Math.min(items.length, Math.floor(flow.room / 120)));
  const width = flow.room / across;
  const height = 40;
  for (let from = 0; from < items.length; from += across) {
    flow.need(height);
    const top = flow.y;
    items.slice(from, from + across).forEach(({ title, value, tone, help }, i) => {
      const x = flow.paper.left + i * width;
      const [label = ''] = flow.measure.wrap(title, width - 8, 7.5, 'regular');
      const [below = ''] = help === null ? [] : flow.measure.wrap(help, width - 8, 7, 'regular');
      const ops: Op[] = [
        { op: 'text', x, y: top, text: label, size: 7.5, weight: 'regular', colour: ink.muted },
        {
          op: 'text',
          x,
          y: top + 10,
          text: value + markOf(tone),
          size: 13,
          weight: 'bold',
          colour: toneInk(tone),
        },
      ];
      if (below !== '')
        ops.push({ op: 'text', x, y: top + 27, text: below, size: 7, weight: 'regular', colour: ink.muted });
      flow.pieces.push({ role: 'P', page: flow.page, ops });
    });
    flow.y = top + height;
  }
}

function putFacts(flow: Flow, items: Extract<PaperElement, { kind: 'facts' }>['items']): void {
  const across = flow.room > 600 ? 3 : 2;
  const width = flow.room / across;
  const label = width * 0.42;
  const step = bodySize * lineHeight;
  for (let from = 0; from < items.length; from += across) {
    const line = items.slice(from, from + across).map(({ title, value }) => ({
      titles: flow.measure.wrap(title, label - 8, bodySize, 'regular'),
      values: flow.measure.wrap(value, width - label - 8, bodySize, 'regular'),
    }));
    const height =
      Math.max(...line.map(({ titles, values }) => Math.max(titles.length, values.length))) * step + 3;
    flow.need(height);
    const top = flow.y;
    line.forEach(({ titles, values }, i) => {
      const x = flow.paper.left + i * width;
      const at = (text: string, left: number, j: number, colour: string): Op => ({
        op: 'text',
        x: left,
        y: top + j * step,
        text,
        size: bodySize,
        weight: 'regular',
        colour,
      });
      flow.pieces.push({
        role: 'P',
        page: flow.page,
        ops: [
          ...titles.map((text, j) => at(text, x, j, ink.muted)),
          ...values.map((text, j) => at(text, x + label, j, ink.text)),
        ],
      });
    });
    flow.y = top + height;
  }
  flow.y += 4;
}

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

function putTable(flow: Flow, table: PaperTable): void {
  if (table.rows.length === 0) {
    putParagraph(flow, [{ text: table.empty, bold: false }]);
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
  if (table.note) putParagraph(flow, [{ text: table.note, bold: false }]);
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

const svgSize = /^<svg[^>]*?\bwidth="([\d.]+)"[^>]*?\bheight="([\d.]+)"/;

async function putChart(flow: Flow, element: Extract<PaperElement, { kind: 'chart' }>): Promise<void> {
  const svg = await element.svg(Math.floor(flow.room) - 70);
  const size = svgSize.exec(svg);
  const [width, height] = [Number(size?.[1] ?? flow.room), Number(size?.[2] ?? 240)];
  const scale = Math.min(
    1,
    flow.room / width,
    Math.min(chartHeightLimit, flow.end - flow.paper.top) / height,
  );
  flow.need(height * scale);
  flow.pieces.push({
    role: 'Figure',
    page: flow.page,
    alternative: element.alternative,
    ops: [{ op: 'svg', x: flow.paper.left, y: flow.y, width: width * scale, height: height * scale, svg }],
  });
  flow.y += height * scale + 8;
}

const contentsStep = 15;

/** Pages that the contents take: known before the pages they name, because each heading takes one line. */
function contentsPages(lines: number, paper: Paper): number {
  const first = paper.height - paper.top - paper.bottom - 30;
  const perPage = Math.max(1, Math.floor(first / contentsStep));
  return Math.max(1, Math.ceil(lines / perPage));
}

function putContents(
  input: LayoutInput,
  lines: readonly ContentsLine[],
  measure: Measure,
  at: number,
): Piece[] {
  const { paper } = input;
  const right = paper.width - paper.right;
  const pieces: Piece[] = [];
  let page = at;
  let y = paper.top;
  const line = (text: string, size: number, x: number, weight: Weight): Op => ({
    op: 'text',
    x,
    y,
    text,
    size,
    weight,
    colour: ink.text,
  });
  pieces.push({ role: 'H2', page, ops: [line('Contents', 13, paper.left, 'bold')] });
  y += 30;
  for (const { level, text, page: target } of lines) {
    if (y + contentsStep > paper.height - paper.bottom) {
      page += 1;
      y = paper.top;
    }
    const x = paper.left + (level - 1) * 16;
    const number = String(target);
    const [shown = ''] = measure.wrap(text, right - x - 40, 10, 'regular');
    pieces.push({
      role: 'TOCI',
      page,
      leadsTo: target,
      ops: [
        line(shown, 10, x, 'regular'),
        line(number, 10, right - measure.width(number, 10, 'regular'), 'regular'),
        { op: 'rule', x, y: y + 13, to: right, colour: ink.rule },
      ],
    });
    y += contentsStep;
  }
  return pieces;
}

async function put(flow: Flow, element: PaperElement): Promise<void> {
  switch (element.kind) {
    case 'heading':
      return putHeading(flow, element.level, element.text);
    case 'paragraph':
      return putParagraph(flow, element.runs);
    case 'figures':
      return putFigures(flow, element.items);
    case 'facts':
      return putFacts(flow, element.items);
    case 'table':
      return putTable(flow, element);
    case 'chart':
      return putChart(flow, element);
    case 'break':
      if (flow.y > flow.paper.top) flow.nextPage();
      return;
    case 'contents':
  }
}

/** Contents stand where the first `contents` element does, on pages of their own. */
export async function layOut(input: LayoutInput): Promise<Laid> {
  const measure = createMeasure();
  const place = input.elements.findIndex(({ kind }) => kind === 'contents');
  const before = new Flow(input.paper, measure, input.mostPages);
  const head = place === -1 ? [] : input.elements.slice(0, place);
  for (const element of head) await put(before, element);
  const flow = new Flow(input.paper, measure, input.mostPages);
  const rest = input.elements.slice(place === -1 ? 0 : place + 1);
  for (const element of rest) {
    await put(flow, element);
    // Others' requests are answered between two elements.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (place === -1) return { pieces: flow.pieces, pages: flow.page };
  const headPages = head.length === 0 ? 0 : before.page;
  const shift = headPages + contentsPages(flow.contents.length, input.paper);
  if (shift + flow.page > input.mostPages) throw new TooManyPages(input.mostPages);
  const lines = flow.contents.map((one) => ({ ...one, page: one.page + shift }));
  return {
    pieces: [
      ...before.pieces,
      ...putContents(input, lines, measure, headPages + 1),
      ...flow.pieces.map((piece) => ({
        ...piece,
        page: piece.page + shift,
      })),
    ],
    pages: shift + flow.page,
  };
}
