/** How well a text answers what is typed. */
export interface Ranked {
  /** Higher is better; only compared with scores of the same term. */
  readonly score: number;
  /** What of the text answers: from and to, in order. */
  readonly marks: readonly (readonly [number, number])[];
}

const isWord = /[\p{L}\p{N}]/u;
const atStart = 4;
const atWord = 3;
const inside = 2;
const inOrder = 1;
/** Fewer letters are in nearly every text in some order. */
const leastInOrder = 3;

interface Hit {
  readonly score: number;
  readonly marks: readonly (readonly [number, number])[];
}

function wordStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let i = 0; i < text.length; i++)
    if (isWord.test(text[i] ?? '') && (i === 0 || !isWord.test(text[i - 1] ?? ''))) starts.push(i);
  return starts;
}

/** The letters in order, each at the start of a word or behind the one before: `msp` in "Median sale prices". */
function lettersInOrder(text: string, word: string, starts: readonly number[]): Hit | null {
  if (word.length < leastInOrder) return null;
  for (const start of starts) {
    if (text[start] !== word[0]) continue;
    const marks: [number, number][] = [];
    let from = start;
    for (const letter of word) {
      const at = text[from] === letter ? from : starts.find((next) => next > from && text[next] === letter);
      if (at === undefined) break;
      const last = marks.at(-1);
      if (last?.[1] === at) last[1] = at + 1;
      else marks.push([at, at + 1]);
      from = at + 1;
    }
    if (marks.reduce((sum, [a, b]) => sum + b - a, 0) === word.length) return { score: inOrder, marks };
  }
  return null;
}

function hitOf(text: string, word: string, starts: readonly number[]): Hit | null {
  const start = starts.find((at) => text.startsWith(word, at));
  const at = start ?? text.indexOf(word);
  if (at < 0) return lettersInOrder(text, word, starts);
  const score = start === undefined ? inside : start === 0 ? atStart : atWord;
  return { score, marks: [[at, at + word.length]] };
}

/**
 * Ranks a text by the words that are typed: each begins the text, begins a word, is inside of one, or is made of the
 * beginnings of words. Null where one of them is none of it.
 */
export function rank(text: string, term: string): Ranked | null {
  const folded = text.toLowerCase();
  const starts = wordStarts(folded);
  let score = 0;
  const marks: (readonly [number, number])[] = [];
  for (const word of term.toLowerCase().split(/\s+/).filter(Boolean)) {
    const hit = hitOf(folded, word, starts);
    if (!hit) return null;
    score += hit.score;
    marks.push(...hit.marks);
  }
  return { score, marks: marks.sort((a, b) => a[0] - b[0]) };
}
