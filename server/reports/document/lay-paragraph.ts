// A paragraph or an item of a list: words of several looks, broken into lines.
import type { PaperElement, PaperRun } from '#src/core/paper.ts';
import type { Flow } from './flow.ts';
import { lineHeight } from './fonts.ts';
import { bodySize, ink, type Op, type Weight } from './page.ts';

const indentWidth = 16;
const markWidth = 14;

type Paragraph = Omit<Extract<PaperElement, { kind: 'paragraph' }>, 'kind'>;

interface Word {
  readonly text: string;
  readonly weight: Weight;
  readonly underline: boolean;
  /** The line ends behind it. */
  readonly last: boolean;
}

function weightOf({ bold, italic = false }: PaperRun): Weight {
  return italic ? (bold ? 'boldItalic' : 'italic') : bold ? 'bold' : 'regular';
}

/** Each word keeps its look; one that is wider than a line is broken. */
function wordsOf(runs: readonly PaperRun[], room: number, { measure }: Flow): readonly Word[] {
  return runs.flatMap((run) => {
    const weight = weightOf(run);
    return run.text.split(/(?<=\s)/).flatMap((word): readonly Word[] => {
      const shown = word.replace(/\n$/, '');
      const parts =
        measure.width(shown.trimEnd(), bodySize, weight) > room
          ? measure.wrap(shown, room, bodySize, weight)
          : [shown];
      return parts.map((text, i) => ({
        text,
        weight,
        underline: run.underline === true,
        last: word.endsWith('\n') && i === parts.length - 1,
      }));
    });
  });
}

const alike = (a: Word, b: Word) => a.weight === b.weight && a.underline === b.underline;

export function putParagraph(flow: Flow, { runs, indent = 0, mark }: Paragraph): void {
  const step = bodySize * lineHeight;
  const left = flow.paper.left + indent * indentWidth + (mark === undefined ? 0 : markWidth);
  const room = flow.paper.left + flow.room - left;
  let ops: Op[] = [];
  let x = left;
  /** Words of one look on one line: one text. */
  let run: { readonly x: number; readonly words: Word[] } = { x, words: [] };
  const closeRun = (): void => {
    const [first] = run.words;
    const text = run.words
      .map((word) => word.text)
      .join('')
      .trimEnd();
    if (first && text !== '') {
      ops.push(flow.text(run.x, text, bodySize, first.weight));
      const to = run.x + flow.measure.width(text, bodySize, first.weight);
      if (first.underline)
        ops.push({ op: 'rule', x: run.x, y: flow.y + bodySize * 1.12, to, colour: ink.text });
    }
    run = { x, words: [] };
  };
  const flush = (): void => {
    closeRun();
    if (ops.length > 0) flow.pieces.push({ role: 'P', page: flow.page, ops });
    ops = [];
  };
  const nextLine = (): void => {
    closeRun();
    x = left;
    run = { x, words: [] };
    flow.y += step;
    if (flow.y + step <= flow.end) return;
    flush();
    flow.nextPage();
  };
  flow.need(step);
  if (mark !== undefined) ops.push(flow.text(left - markWidth, mark, bodySize));
  let ended = false;
  for (const word of wordsOf(runs, room, flow)) {
    const width = flow.measure.width(word.text.trimEnd(), bodySize, word.weight);
    if (ended || (x > left && x + width > left + room)) nextLine();
    const [first] = run.words;
    if (first && !alike(first, word)) closeRun();
    run.words.push(word);
    x += flow.measure.width(word.text, bodySize, word.weight);
    ended = word.last;
  }
  flush();
  flow.y += step + (mark === undefined ? 4 : 1.5);
}
