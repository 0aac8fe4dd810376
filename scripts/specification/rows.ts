// The rows that a specification text asks proof for: every sentence, every cell of a table, every quoted text, every
// route. A row's id comes from its words, so that it stays while other sentences come and go.
import { createHash } from 'node:crypto';

export interface Row {
  readonly id: string;
  /** Heading under which it stands, such as `2. Screens and routes › Layout`. */
  readonly place: string;
  readonly kind: 'sentence' | 'cell' | 'text' | 'route';
  readonly words: string;
}

interface Place {
  readonly number: string;
  readonly heading: string;
}

const quoted = /(?<![\w'])'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g;
const address = /(?<![\w}'/])\/(?:[a-z][\w/{}-]*|(?=\s|$))/g;

function idOf({ number }: Place, kind: string, words: string): string {
  const key = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return `${number}-${kind}-${createHash('sha256').update(key).digest('hex').slice(0, 7)}`;
}

/** Sentences end at a full stop before a capital; a stop inside quotes ends none. */
export function sentencesOf(text: string): readonly string[] {
  const masked = text.replace(quoted, (inside) => 'q'.repeat(inside.length));
  const found: string[] = [];
  let from = 0;
  for (const { index } of [...masked.matchAll(/(?<=[.!?])\s+(?=[A-Zq])/g), { index: text.length }]) {
    const sentence = text.slice(from, index).trim();
    if (sentence !== '') found.push(sentence);
    from = index;
  }
  return found;
}

/** `| a | b |` to its cells. */
function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Names after `Names:` are pages of the form `/report/{name}/{dst}`. */
function reportRoutes(sentence: string): readonly string[] {
  const names = /^Names: (.+)\.$/.exec(sentence)?.[1];
  return (names ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => (name.includes('/') ? `/report/${name}` : `/report/${name}/{dst}`));
}

/** Every row of a specification in Markdown, in its order, each id once. */
export function rowsOf(markdown: string): readonly Row[] {
  const rows = new Map<string, Row>();
  let place: Place = { number: '0', heading: '' };
  let section: Place = place;
  let header: readonly string[] | null = null;
  let paragraph: string[] = [];

  const add = (kind: Row['kind'], words: string): void => {
    const id = idOf(place, kind, words);
    if (!rows.has(id)) rows.set(id, { id, place: place.heading, kind, words });
  };
  const parts = (text: string): void => {
    for (const [, inside] of text.matchAll(quoted)) if (inside) add('text', inside);
    if (section.number !== '2') return;
    for (const [route] of text.matchAll(address)) add('route', route.replace(/[.,]$/, ''));
  };
  const flush = (): void => {
    const text = paragraph.join(' ').replaceAll('**', '').trim();
    paragraph = [];
    for (const sentence of sentencesOf(text)) {
      add('sentence', sentence);
      parts(sentence);
      for (const route of reportRoutes(sentence)) add('route', route);
    }
  };

  for (const line of markdown.split('\n')) {
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.) (.+)$/.exec(line);
    if (line.startsWith('|')) {
      flush();
      const cells = cellsOf(line);
      if (header === null) header = cells;
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
        for (const [column, cell] of cells.entries()) {
          if (cell === '') continue;
          const of = column === 0 ? '' : `${cells[0]} · `;
          add('cell', `${of}${header[column] ?? ''}: ${cell}`);
          parts(cell);
        }
      continue;
    }
    header = null;
    if (heading) {
      flush();
      const [, marks = '', title = ''] = heading;
      if (marks === '##') {
        const number = /^(\d+)\./.exec(title)?.[1] ?? '0';
        place = { number, heading: title };
        section = place;
      } else if (marks === '###')
        place = { number: section.number, heading: `${section.heading} › ${title}` };
    } else if (item?.[1]) {
      flush();
      paragraph = [item[1]];
    } else if (line.trim() === '') flush();
    else paragraph.push(line.trim());
  }
  flush();
  return [...rows.values()];
}
