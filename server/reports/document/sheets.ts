// The elements of a document as sheets: one a table, one for the figures and facts under each heading.
import type { PaperElement, PaperTable } from '#src/core/paper.ts';

export type Sheet =
  | { readonly kind: 'table'; readonly name: string; readonly title: string; readonly table: PaperTable }
  | {
      readonly kind: 'facts';
      readonly name: string;
      readonly title: string;
      readonly facts: readonly Fact[];
    };

export interface Fact {
  /** The heading that it stands under. */
  readonly part: string;
  readonly title: string;
  readonly value: string;
  readonly note: string;
}

const longestName = 31;
/** Spreadsheets keep this name for themselves. */
const kept = ['history'];

/** A name that spreadsheets take and no other sheet has. */
function nameOf(title: string, taken: Set<string>): string {
  const plain =
    title
      .replace(/[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .replace(/\s+/g, ' ')
      .trim() || 'Sheet';
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` ${n}`;
    const cut = plain.slice(0, longestName - end.length).replace(/[\ud800-\udbff]$/, '');
    const name = cut.replace(/['\s]+$/, '') + end;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

export const aboutName = 'About';

/** In the order of the pages; a chart is the sheet of its figures, texts stand in the PDF and in front. */
export function sheetsOf(title: string, elements: readonly PaperElement[]): readonly Sheet[] {
  const taken = new Set([aboutName.toLowerCase(), ...kept]);
  const sheets: Sheet[] = [];
  const headings: [string, string, string] = [title, '', ''];
  let facts: Fact[] | null = null;
  /** What the sheets are called after, where the part says so, and how it begins each title. */
  let part: { readonly name: string; readonly title: string } | null = null;
  const nameFor = (title: string) => nameOf(part?.name ?? title, taken);
  const titleFor = (title: string) => (part && part.title !== title ? `${part.title}: ${title}` : title);
  const nearest = () => headings[2] || headings[1] || headings[0];
  const add = (list: readonly Omit<Fact, 'part'>[]): void => {
    if (facts === null) {
      facts = [];
      const above = headings[1] || headings[0];
      sheets.push({ kind: 'facts', name: nameFor(above), title: titleFor(above), facts });
    }
    facts.push(...list.map((fact) => ({ part: nearest(), ...fact })));
  };
  elements.forEach((element, i) => {
    if (element.kind === 'heading') {
      headings.fill('', element.level - 1);
      headings[element.level - 1] = element.text;
      if (element.level === 1) part = element.sheets ? { name: element.sheets, title: element.text } : null;
      if (element.level < 3) facts = null;
    } else if (element.kind === 'figures')
      add(element.items.map(({ title: name, value, help }) => ({ title: name, value, note: help ?? '' })));
    else if (element.kind === 'facts') add(element.items.map((item) => ({ ...item, note: '' })));
    else if (element.kind === 'table') {
      // A small heading further up is that of another part.
      const above = elements[i - 1]?.kind === 'heading' ? nearest() : headings[1] || headings[0];
      const name = element.title || above;
      sheets.push({ kind: 'table', name: nameFor(name), title: titleFor(name), table: element });
    } else if (element.kind === 'chart') {
      const name = element.title || `${headings[1] || headings[0]} chart`;
      sheets.push({ kind: 'table', name: nameFor(name), title: titleFor(name), table: element.figures });
    }
  });
  return sheets;
}
