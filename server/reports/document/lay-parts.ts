// Headings, figures, facts and charts, each put where the flow stands.
import type { PaperElement, PaperTone } from '#src/core/paper.ts';
import { markOf } from './cell-text.ts';
import type { Flow } from './flow.ts';
import { lineHeight } from './fonts.ts';
import { bodySize, ink, type Op } from './page.ts';

const headingSizes = { 1: 18, 2: 13, 3: 10.5 } as const;
const keepWithHeading = 64;
const chartHeightLimit = 360;

export type Heading = Extract<PaperElement, { kind: 'heading' }>;

export function putHeading(flow: Flow, level: 1 | 2 | 3, text: string): void {
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

export const toneInk = (tone: PaperTone | null): string =>
  tone === null || tone === 'strong' ? ink.text : ink[tone];

export function putFigures(flow: Flow, items: Extract<PaperElement, { kind: 'figures' }>['items']): void {
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

export function putFacts(flow: Flow, items: Extract<PaperElement, { kind: 'facts' }>['items']): void {
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

const svgSize = /^(<svg[^>]*?\bwidth=")([\d.]+)("[^>]*?\bheight=")([\d.]+)"/;

type Chart = Extract<PaperElement, { kind: 'chart' }>;

/** A chart drawn for the width of the paper, with the place that it takes. */
async function drawnChart(flow: Flow, element: Chart) {
  const svg = await element.svg(Math.floor(flow.room) - 70);
  const size = svgSize.exec(svg);
  const [width, height] = [Number(size?.[2] ?? flow.room), Number(size?.[4] ?? 240)];
  const scale = Math.min(
    1,
    flow.room / width,
    Math.min(chartHeightLimit, flow.end - flow.paper.top) / height,
  );
  const place = { width: width * scale, height: height * scale };
  // The picture says its size itself, and is drawn in that whatever place it is given.
  return { svg: svg.replace(svgSize, `$1${place.width}$3${place.height}"`), ...place };
}

/** Headings and the chart under them stand on one page. */
export async function putChart(flow: Flow, element: Chart, headings: readonly Heading[]): Promise<void> {
  const { svg, width, height } = await drawnChart(flow, element);
  const above = headings.reduce((sum, { level }) => sum + headingSizes[level] * 2.4, 0);
  flow.need(Math.min(above + height, flow.end - flow.paper.top));
  for (const { level, text } of headings) putHeading(flow, level, text);
  flow.need(height);
  flow.pieces.push({
    role: 'Figure',
    page: flow.page,
    alternative: element.alternative,
    ops: [{ op: 'svg', x: flow.paper.left, y: flow.y, width, height, svg }],
  });
  flow.y += height + 8;
}
