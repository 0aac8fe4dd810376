// The library shapes every text anew, a quarter of a millisecond a cell. Words are shaped once here, and figures from
// their characters, which have one width; what is remembered is bounded, because a long table has many words.
import type PDFDocument from 'pdfkit';
import { fontFeatures, fontFiles, isFigure } from './fonts.ts';
import type { Weight } from './page.ts';

const mostWords = 20_000;

interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly object[];
  readonly advanceWidth: number;
}

type Shape = (text: string, features?: readonly string[]) => Run;

/** The part of the library's embedded font that shapes; it has no public name. */
function isShaping(font: unknown): font is { layoutRun: Shape } {
  return typeof font === 'object' && font !== null && typeof Reflect.get(font, 'layoutRun') === 'function';
}

function remembering(shape: Shape): Shape {
  const known = new Map<string, Run>();
  const shaped = (text: string): Run => {
    const seen = known.get(text);
    if (seen) return seen;
    const run = shape(text, fontFeatures);
    if (known.size >= mostWords) known.clear();
    known.set(text, run);
    return run;
  };
  return (text) => {
    if (text.length < 2 || !isFigure(text)) return shaped(text);
    const runs = [...text].map(shaped);
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      positions: runs.flatMap((run) => run.positions),
      advanceWidth: runs.reduce((sum, run) => sum + run.advanceWidth, 0),
    };
  };
}

/** Registers the fonts of documents under the names of their weights. */
export function registerFonts(doc: InstanceType<typeof PDFDocument>): void {
  const weights: readonly Weight[] = ['regular', 'bold', 'italic', 'boldItalic'];
  for (const weight of weights) {
    doc.registerFont(weight, fontFiles[weight]).font(weight);
    const font: unknown = Reflect.get(doc, '_font');
    if (!isShaping(font)) throw new Error('The PDF library shapes its texts elsewhere now.');
    font.layoutRun = remembering(font.layoutRun.bind(font));
  }
}
