// What the palette offers for a term, in groups. React-free.
import type { ManifestEntry } from '#src/core/linked.ts';
import { pageAddress, plainTitle, routeNeeds } from '#src/core/page-address.ts';
import { type Ranked, rank } from '#src/core/rank.ts';
import type { RecentPage } from '#src/render/recent-pages.ts';
import type { MenuItem } from '#src/session/session-state.ts';
import type { Found } from '../quick-search/found.ts';

export type Kind = 'report' | 'record' | 'recent' | 'favourite' | 'page';

export interface Line {
  readonly key: string;
  readonly kind: Kind;
  readonly title: string;
  /** What of the title answers the term. */
  readonly marks: Ranked['marks'];
  readonly note: string;
  /** Null where choosing it looks something up. */
  readonly to: string | null;
  /** Set for a record. */
  readonly found: Found | null;
}

export interface Group {
  readonly kind: Kind;
  readonly heading: string;
  /** All that answer, before the group is cut. */
  readonly count: number;
  readonly lines: readonly Line[];
}

/** A page that can be opened from anywhere. */
export interface Place {
  readonly to: string;
  readonly title: string;
  readonly note: string;
  readonly kind: 'report' | 'page';
}

export interface Favourite {
  readonly to: string;
  readonly title: string;
  readonly note: string;
}

export const kinds: readonly { readonly kind: Kind; readonly heading: string }[] = [
  { kind: 'report', heading: 'Reports' },
  { kind: 'record', heading: 'Records' },
  { kind: 'recent', heading: 'Recent' },
  { kind: 'favourite', heading: 'Favourites' },
  { kind: 'page', heading: 'Pages' },
];

/** While nothing is typed, where one was is the likeliest place to go. */
const kindsAtFirst = ['recent', 'favourite', 'report', 'record', 'page'].flatMap((kind) =>
  kinds.filter((one) => one.kind === kind),
);

/** Of each kind, while all are shown. */
const few = 6;
const many = 50;

interface MenuPlace {
  readonly title: string;
  readonly group: string;
}

function menuPlaces(items: readonly MenuItem[], group: string, into: Map<string, MenuPlace>): void {
  for (const { title, action, items: inner } of items) {
    if (action && !into.has(action)) into.set(action, { title, group });
    if (inner) menuPlaces(inner, title, into);
  }
}

/** The pages that this user may open without a record; called as the menu calls them. */
export function placesOf(
  manifest: readonly ManifestEntry[],
  menu: readonly MenuItem[],
  chosen: { readonly [entity: string]: string },
): readonly Place[] {
  const named = new Map<string, MenuPlace>();
  menuPlaces(menu, '', named);
  return manifest.flatMap((entry): readonly Place[] => {
    if (entry.access !== 'auth') return [];
    const to = pageAddress(entry.route, routeNeeds(entry), chosen);
    const title = named.get(entry.route)?.title ?? plainTitle(entry.title);
    if (to === null || title === '') return [];
    const note = entry.summary ?? named.get(entry.route)?.group ?? '';
    return [{ to, title, note, kind: entry.group === null ? 'page' : 'report' }];
  });
}

interface Offer {
  readonly places: readonly Place[];
  readonly recent: readonly RecentPage[];
  readonly favourites: readonly Favourite[];
  readonly found: readonly Found[];
}

type Scored = readonly [score: number, line: Line];

/** A summary that answers where the title does not comes last. */
function scored(line: Omit<Line, 'marks'>, term: string): Scored | null {
  const own = rank(line.title, term);
  if (own) return [own.score + 1, { ...line, marks: own.marks }];
  const told = rank(`${line.title} ${line.note}`, term);
  return told && told.score > 1 ? [told.score / 100, { ...line, marks: [] }] : null;
}

function lineOfRecord(found: Found): Line {
  const { key, to, id, name, blurb, kind } = found;
  const title = name ?? blurb ?? `${kind} ${id}`;
  const note = [kind, name === null ? null : blurb, name === null ? id : null].filter(
    (part) => part !== null,
  );
  return { key: `record ${key}`, kind: 'record', title, marks: [], note: note.join(' · '), to, found };
}

function linesOf({ places, recent, favourites, found }: Offer, term: string): readonly Line[] {
  const visited = new Map(recent.map(({ to }, i) => [to.split('?')[0] ?? to, recent.length - i]));
  const lines = [
    ...places.map(({ to, title, note, kind }) => ({
      key: `${kind} ${to}`,
      kind,
      title,
      note,
      to,
      found: null,
    })),
    ...recent.map(({ to, title }) => ({
      key: `recent ${to}`,
      kind: 'recent' as const,
      title,
      note: to.includes('?') ? 'As you left it' : '',
      to,
      found: null,
    })),
    ...favourites.map(({ to, title, note }) => ({
      key: `favourite ${to}`,
      kind: 'favourite' as const,
      title,
      note,
      to,
      found: null,
    })),
  ];
  const ranked = lines.flatMap((line): readonly Scored[] => {
    const one = scored(line, term);
    return one ? [one] : [];
  });
  // What was opened lately goes before what fits as well; the order of each kind decides between equals.
  const lately = ({ kind, to }: Line) => (kind === 'recent' ? 0 : (visited.get(to ?? '') ?? 0) / 100);
  return [
    ...ranked.sort(([a, left], [b, right]) => b + lately(right) - (a + lately(left))).map(([, line]) => line),
    ...found.map(lineOfRecord),
  ];
}

/** The groups that have something to offer; the lines of one alone where a kind is chosen that has some. */
export function groupsOf(offer: Offer, term: string, only: Kind | null): readonly Group[] {
  const lines = linesOf(offer, term.trim());
  const alone = lines.some(({ kind }) => kind === only);
  // A title that was typed whole is what was meant, whatever kind it is of.
  const wanted = term.trim().toLocaleLowerCase('en-AU');
  const meant = new Set(
    lines.filter(({ title }) => title.toLocaleLowerCase('en-AU') === wanted).map(({ kind }) => kind),
  );
  const inOrder =
    wanted === ''
      ? kindsAtFirst
      : kinds.toSorted((a, b) => Number(meant.has(b.kind)) - Number(meant.has(a.kind)));
  return inOrder.flatMap(({ kind, heading }) => {
    const all = lines.filter((line) => line.kind === kind);
    if (all.length === 0) return [];
    const shown = alone ? (only === kind ? many : 0) : few;
    return [{ kind, heading, count: all.length, lines: all.slice(0, shown) }];
  });
}
