// Elements to pages: everything is measured before anything is written, so that contents and "n of m" are right at once.
import type { PaperElement } from '#src/core/paper.ts';
import { Flow, TooManyPages } from './flow.ts';
import { createMeasure, lineHeight } from './fonts.ts';
import { contentsPages, putContents } from './lay-contents.ts';
import { putParagraph } from './lay-paragraph.ts';
import { type Heading, putChart, putFacts, putFigures, putHeading } from './lay-parts.ts';
import { putTable } from './lay-table.ts';
import type { Paper, Piece } from './page.ts';
import { smallestSize } from './table-columns.ts';
import { leaveTurn, type Turn } from './turn.ts';

export interface Laid {
  readonly pieces: readonly Piece[];
  readonly pages: number;
}

export interface LayoutInput {
  readonly paper: Paper;
  readonly elements: readonly PaperElement[];
  /** Pages that the document may have; beyond them it is counted, and left unwritten. */
  readonly mostPages: number;
  readonly turn?: Turn;
}

/** `waiting` are the headings right above. */
async function put(flow: Flow, element: PaperElement, waiting: Heading[]): Promise<void> {
  if (element.kind === 'heading') {
    waiting.push(element);
    return;
  }
  const headings = waiting.splice(0);
  if (element.kind === 'chart') return putChart(flow, element, headings);
  for (const { level, text } of headings) putHeading(flow, level, text);
  switch (element.kind) {
    case 'paragraph':
      return putParagraph(flow, element);
    case 'figures':
      return putFigures(flow, element.items);
    case 'facts':
      return putFacts(flow, element.items);
    case 'table':
      return putTable(flow, element);
    case 'break':
      if (flow.y > flow.paper.top) flow.nextPage();
      return;
    case 'contents':
  }
}

async function putAll(flow: Flow, elements: readonly PaperElement[], turn: Turn): Promise<void> {
  const waiting: Heading[] = [];
  for (const element of elements) {
    await put(flow, element, waiting);
    await turn(0.4, `Laying out page ${flow.page}`);
  }
  for (const { level, text } of waiting) putHeading(flow, level, text);
}

function demandRoom(pages: number, most: number): void {
  if (pages > most) throw new TooManyPages(pages, most);
}

/** Rows that no sheet of this paper can exceed: the smallest type, one line each. */
export function mostRowsOfPage(paper: Paper): number {
  return Math.floor((paper.height - paper.top - paper.bottom) / (smallestSize * lineHeight + 3.2));
}

/** Contents stand where the first `contents` element does, on pages of their own. */
export async function layOut(input: LayoutInput): Promise<Laid> {
  const { turn = leaveTurn } = input;
  const measure = createMeasure();
  const place = input.elements.findIndex(({ kind }) => kind === 'contents');
  const before = new Flow(input.paper, measure);
  const head = place === -1 ? [] : input.elements.slice(0, place);
  await putAll(before, head, turn);
  const flow = new Flow(input.paper, measure);
  const rest = input.elements.slice(place === -1 ? 0 : place + 1);
  await putAll(flow, rest, turn);
  if (place === -1) {
    demandRoom(flow.page, input.mostPages);
    return { pieces: flow.pieces, pages: flow.page };
  }
  const headPages = head.length === 0 ? 0 : before.page;
  const shift = headPages + contentsPages(flow.contents.length, input.paper);
  demandRoom(shift + flow.page, input.mostPages);
  const lines = flow.contents.map((one) => ({ ...one, page: one.page + shift }));
  return {
    pieces: [
      ...before.pieces,
      ...putContents(input.paper, lines, measure, headPages + 1),
      ...flow.pieces.map((piece) => ({
        ...piece,
        page: piece.page + shift,
      })),
    ],
    pages: shift + flow.page,
  };
}
