// The phrases of a list while they are edited.
import { longestPhrase, type Phrase } from './phrases.ts';

export interface Line {
  /** Stays with the line wherever it moves. */
  readonly key: number;
  /** Null for a new one. */
  readonly id: number | null;
  readonly content: string;
  readonly active: boolean;
}

export function linesOf(phrases: readonly Phrase[]): readonly Line[] {
  return phrases.map(({ id, content, active }) => ({ key: id, id, content, active }));
}

export function withNew(lines: readonly Line[]): readonly Line[] {
  // Below every id, so that no key is taken twice.
  const key = Math.min(0, ...lines.map((line) => line.key)) - 1;
  return [...lines, { key, id: null, content: '', active: true }];
}

export function moved(lines: readonly Line[], key: number, by: -1 | 1): readonly Line[] {
  const from = lines.findIndex((line) => line.key === key);
  const line = lines[from];
  const other = lines[from + by];
  if (!line || !other) return lines;
  return lines.map((one) => (one === line ? other : one === other ? line : one));
}

/** What the phrase lacks; null when it may be saved. */
export function faultOf({ content }: Line): string | null {
  if (content.trim() === '') return 'A phrase has a text. Type one, or delete it.';
  const over = content.length > longestPhrase;
  return over ? `A phrase has at most ${longestPhrase} characters, this has ${content.length}.` : null;
}

export function isChanged(lines: readonly Line[], stored: readonly Phrase[]): boolean {
  const bare = (list: readonly { id: number | null; content: string; active: boolean }[]) =>
    JSON.stringify(list.map(({ id, content, active }) => [id, content, active]));
  return bare(lines) !== bare(stored);
}
