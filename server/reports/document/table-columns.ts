import type { PaperTable } from '#src/core/paper.ts';
import { markedText } from './cell-text.ts';
import type { Measure } from './fonts.ts';

export interface TableFit {
  readonly size: number;
  readonly widths: readonly number[];
  /** Columns that stand side by side; a table that is too wide goes on under itself, its first column repeated. */
  readonly bands: readonly (readonly number[])[];
}

export const cellPadding = 3;
export const smallestSize = 6.5;
const sizes = [8.5, 7.5, smallestSize] as const;
const narrowest = 22;
const widestText = 190;
const sampled = 400;
const mostStretch = 1.6;

/** The longest word of a heading must fit; a text may be wrapped, a figure may not. */
export function fitColumns(table: PaperTable, room: number, measure: Measure): TableFit {
  const sample = table.rows.length <= sampled ? table.rows : spread(table.rows);
  const wishes = table.columns.map((column, i) => {
    const fixed = column.align !== 'left';
    // Of texts some tell enough; the widest figure may stand in any row, and would be broken.
    const texts = (fixed ? table.rows : sample).map((row) => markedText(column, row));
    const total = table.totals?.[i] ?? '';
    const widest = (list: readonly string[], weight: 'regular' | 'bold') =>
      list.reduce((most, text) => Math.max(most, measure.width(text, 1, weight)), 0);
    const whole = Math.max(widest(texts, 'regular'), measure.width(total, 1, 'bold'));
    const words = () =>
      widest(
        texts.flatMap((text) => text.split(/\s+/)),
        'regular',
      );
    const heading = headingWidth(column.title, measure);
    return {
      whole: Math.max(whole, heading),
      least: Math.max(fixed ? whole : Math.min(words(), 12), heading),
    };
  });
  for (const size of sizes) {
    const full = wishes.map(({ whole }) => clamp(whole * size + 2 * cellPadding));
    const sum = total(full);
    if (sum <= room) return { size, widths: stretched(full, room, sum), bands: [full.map((_, i) => i)] };
    const least = wishes.map(({ least: word }) => clamp(word * size + 2 * cellPadding));
    const need = total(least);
    if (need <= room) {
      // What is over goes to the columns in the measure of what they lack.
      const lack = full.map((width, i) => Math.max(0, width - (least[i] ?? 0)));
      const over = room - need;
      const share = over / Math.max(1, total(lack));
      return {
        size,
        widths: least.map((width, i) => width + Math.min(1, share) * (lack[i] ?? 0)),
        bands: [full.map((_, i) => i)],
      };
    }
  }
  const size = sizes[sizes.length - 1] ?? 6.5;
  const widths = wishes.map(({ least }) => clamp(least * size + 2 * cellPadding));
  return { size, widths, bands: inBands(widths, room) };
}

/** A heading stands on two lines at most where there is room: half of it, and no word is broken. */
function headingWidth(title: string, measure: Measure): number {
  const words = title.split(/\s+/).map((word) => measure.width(word, 1, 'bold'));
  const whole = measure.width(title, 1, 'bold');
  return Math.max(...words, words.length > 2 ? whole * 0.6 : 0);
}

function spread<T>(rows: readonly T[]): readonly T[] {
  const step = rows.length / sampled;
  return Array.from({ length: sampled }, (_, i) => rows[Math.floor(i * step)]).filter(
    (row): row is T => row !== undefined,
  );
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
const clamp = (width: number): number => Math.min(widestText, Math.max(narrowest, width));

/** A table fills the page; one of a few narrow columns stays small, so that its lines can be followed. */
function stretched(widths: readonly number[], room: number, sum: number): readonly number[] {
  const factor = Math.min(mostStretch, room / sum);
  return widths.map((width) => width * factor);
}

function inBands(widths: readonly number[], room: number): readonly (readonly number[])[] {
  const first = Math.min(widths[0] ?? 0, room / 3);
  const bands: number[][] = [];
  let band: number[] = [];
  let used = 0;
  widths.forEach((width, i) => {
    if (band.length > 0 && used + width > room) {
      bands.push(band);
      band = i === 0 ? [] : [0];
      used = i === 0 ? 0 : first;
    }
    band.push(i);
    used += width;
  });
  return [...bands, band];
}
