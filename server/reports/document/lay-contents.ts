// Contents: one line a heading, so that their pages are counted before the pages they name.
import type { ContentsLine } from './flow.ts';
import type { Measure } from './fonts.ts';
import { ink, type Op, type Paper, type Piece, type Weight } from './page.ts';

const contentsStep = 15;

/** Pages that the contents take: known before the pages they name, because each heading takes one line. */
export function contentsPages(lines: number, paper: Paper): number {
  const first = paper.height - paper.top - paper.bottom - 30;
  const perPage = Math.max(1, Math.floor(first / contentsStep));
  return Math.max(1, Math.ceil(lines / perPage));
}

export function putContents(
  paper: Paper,
  lines: readonly ContentsLine[],
  measure: Measure,
  at: number,
): Piece[] {
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
