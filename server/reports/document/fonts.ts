// The type of documents: embedded, tabular figures, widths remembered by word.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync as openFont } from 'fontkit';
import type { Weight } from './page.ts';

const folder = join(dirname(createRequire(import.meta.url).resolve('source-sans/package.json')), 'TTF');

export const fontFiles: { readonly [weight in Weight]: string } = {
  regular: join(folder, 'SourceSans3-Regular.ttf'),
  bold: join(folder, 'SourceSans3-Semibold.ttf'),
  italic: join(folder, 'SourceSans3-It.ttf'),
  boldItalic: join(folder, 'SourceSans3-SemiboldIt.ttf'),
};

/** Figures of one width, so that they stand under each other. */
export const fontFeatures = ['kern', 'tnum'] as const;

const figure = /^[\d.,%$()+−–:/ -]+$/;

/** Figures are set character by character: none of them is kerned or joined. */
export function isFigure(text: string): boolean {
  return figure.test(text);
}

export const lineHeight = 1.3;
const mostWords = 20_000;

export interface Measure {
  /** In points. */
  readonly width: (text: string, size: number, weight: Weight) => number;
  /** Lines that are no wider than `width`; a word that is wider is broken. */
  readonly wrap: (text: string, width: number, size: number, weight: Weight) => readonly string[];
}

export function createMeasure(): Measure {
  const fonts = new Map<Weight, ReturnType<typeof openFont>>();
  const known = new Map<string, number>();
  const fontOf = (weight: Weight) => {
    const open = fonts.get(weight) ?? openFont(fontFiles[weight]);
    fonts.set(weight, open);
    return open;
  };
  /** In thousandths of the size. */
  const unit = (word: string, weight: Weight): number => {
    if (word.length > 1 && isFigure(word))
      return [...word].reduce((sum, letter) => sum + unit(letter, weight), 0);
    const key = `${weight} ${word}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const font = fontOf(weight);
    if (!('layout' in font)) throw new Error('A collection of fonts is no font.');
    const width = font.layout(word, [...fontFeatures]).advanceWidth / font.unitsPerEm;
    if (known.size >= mostWords) known.clear();
    known.set(key, width);
    return width;
  };
  const width: Measure['width'] = (text, size, weight) =>
    text.split(/( )/).reduce((sum, word) => sum + unit(word, weight), 0) * size;
  const broken = (word: string, most: number, size: number, weight: Weight): string[] => {
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && width(part + letter, size, weight) > most) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return part === '' ? parts : [...parts, part];
  };
  const wrap: Measure['wrap'] = (text, most, size, weight) =>
    text.split('\n').flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (width(longer, size, weight) <= most) {
          line = longer;
          continue;
        }
        if (line !== '') lines.push(line);
        const parts = broken(word, most, size, weight);
        lines.push(...parts.slice(0, -1));
        line = parts.at(-1) ?? '';
      }
      return [...lines, line];
    });
  return { width, wrap };
}
