// The Markdown that help pages are written in: headings, paragraphs, lists, tables and lines of files; bold, italic, code and links
// inside of them.

export type Inline =
  | { readonly kind: 'text' | 'bold' | 'italic' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  /** The first row is the headings. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'lines'; readonly text: string };

const inlinePattern =
  /\*\*(?<bold>.+?)\*\*|\*(?<italic>[^*\s](?:[^*]*[^*\s])?)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)/gu;

export function inlinesOf(text: string): readonly Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const plain = (end: number) => {
    if (end > from) found.push({ kind: 'text', text: text.slice(from, end) });
  };
  for (const match of text.matchAll(inlinePattern)) {
    plain(match.index);
    const { bold, italic, code, label, to } = match.groups ?? {};
    if (bold !== undefined) found.push({ kind: 'bold', text: bold });
    else if (italic !== undefined) found.push({ kind: 'italic', text: italic });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (label !== undefined && to !== undefined) found.push({ kind: 'link', text: label, to });
    from = match.index + match[0].length;
  }
  plain(text.length);
  return found;
}

interface Open {
  readonly kind: 'paragraph' | 'bullets' | 'numbers' | 'table' | 'lines';
  readonly lines: string[];
}

const headingPattern = /^(#{1,6})\s+(.+)$/;
const bulletPattern = /^[-*]\s+(.+)$/;
const numberPattern = /^\d+\.\s+(.+)$/;
const rowPattern = /^\|(.*)\|$/;
/** Between the headings and the rows of a table. */
const rulePattern = /^[-:| ]+$/;
const fence = '```';

function cellsOf(row: string): readonly (readonly Inline[])[] {
  return row.split('|').map((cell) => inlinesOf(cell.trim()));
}

function blockOf({ kind, lines }: Open): Block {
  switch (kind) {
    case 'paragraph':
      return { kind, text: inlinesOf(lines.join(' ')) };
    case 'table':
      return { kind, rows: lines.filter((line) => !rulePattern.test(line)).map(cellsOf) };
    case 'lines':
      return { kind, text: lines.join('\n') };
    default:
      return { kind: 'list', ordered: kind === 'numbers', items: lines.map(inlinesOf) };
  }
}

/** Never throws: what is no markup is text. */
export function parseMarkdown(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Open | null = null;
  const close = () => {
    if (open !== null) blocks.push(blockOf(open));
    open = null;
  };
  const add = (kind: Open['kind'], line: string) => {
    if (open?.kind !== kind) close();
    open ??= { kind, lines: [] };
    open.lines.push(line);
  };
  // Written in a closure, which TypeScript does not follow.
  const current = () => open as Open | null;
  for (const whole of source.split(/\r?\n/)) {
    const line = whole.trim();
    const heading = headingPattern.exec(line);
    const bullet = bulletPattern.exec(line);
    const number = numberPattern.exec(line);
    const row = rowPattern.exec(line);
    const inside = current();
    if (line === fence) {
      close();
      if (inside?.kind !== 'lines') open = { kind: 'lines', lines: [] };
    } else if (inside?.kind === 'lines') inside.lines.push(whole);
    else if (line === '') close();
    else if (row) add('table', row[1] ?? '');
    else if (heading) {
      close();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: inlinesOf(heading[2] ?? '') });
    } else if (bullet) add('bullets', bullet[1] ?? '');
    else if (number) add('numbers', number[1] ?? '');
    else if ((inside?.kind === 'bullets' || inside?.kind === 'numbers') && /^\s/.test(whole))
      // An item goes on where its next line is indented.
      inside.lines.push(`${inside.lines.pop() ?? ''} ${line}`);
    else add('paragraph', line);
  }
  close();
  return blocks;
}
