import { ImportRefusal } from '../refusal.ts';
import { beginOf } from './decode-text.ts';
import type { TableColumn, TableKind } from './table-kind.ts';

/** How a file of a kind is written. */
export type TableForm =
  /** Headings in the first line. */
  | { readonly form: 'headings'; readonly delimiter: string }
  /** A header A, lines of the record, and a trailer Z. */
  | { readonly form: 'records'; readonly delimiter: string }
  /** Lines of the record, and nothing else. */
  | { readonly form: 'bare'; readonly delimiter: string }
  | { readonly form: 'json' }
  /** Features with shapes: a collection, or one a line. */
  | { readonly form: 'geojson' };

export interface ToldKind {
  readonly kind: TableKind;
  readonly form: TableForm;
}

const delimiters = [',', ';', '\t', '|'] as const;

/** Case, blanks and marks do not matter: “Lot/DP*” is “lot dp”. */
export const plainHeading = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * What a file is, by its beginning. Null: sales of the Valuer General, which are read otherwise, and whatever looks like
 * none of the kinds. Throws where it looks like one and is not.
 */
export function tellKind(bytes: Buffer, kinds: readonly TableKind[]): ToldKind | null {
  if (kinds.length === 0 || bytes.length === 0) return null;
  const begin = beginOf(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (begin.startsWith('{') || begin.startsWith('[')) return geoKind(begin, kinds) ?? jsonKind(begin, kinds);
  const written = kinds.filter((kind) => !hasShapes(kind));
  const line = (/^[^\r\n]*/.exec(begin)?.[0] ?? '').replace(/"/g, '');
  for (const delimiter of delimiters) {
    const cells = line.split(delimiter).map((cell) => cell.trim());
    if (cells.length < 2) continue;
    const takes = written.filter((kind) => kind.delimiters.includes(delimiter) || kind.name === cells[1]);
    const named = takes.find(({ name, record }) => cells[0] === 'A' && record !== null && name === cells[1]);
    if (named) return { kind: named, form: { form: 'records', delimiter } };
    const headed = headedKind(cells, takes);
    if (headed) return { kind: headed, form: { form: 'headings', delimiter } };
    const bare = takes.find(
      ({ bare, record, columns }) =>
        bare && cells[0] === record && cells.length >= columns.filter(({ required }) => required).length + 1,
    );
    if (bare) return { kind: bare, form: { form: 'bare', delimiter } };
  }
  return null;
}

/** Whether a file is none of sales, so that it is read as one of the kinds, or refused as none of them. */
export function isTable(bytes: Buffer, kinds: readonly TableKind[]): boolean {
  try {
    return tellKind(bytes, kinds) !== null;
  } catch {
    return true;
  }
}

const isHeading = ({ id, title }: TableKind['columns'][number], cell: string) =>
  plainHeading(id) === plainHeading(cell) || plainHeading(title) === plainHeading(cell);

/** The kind of which most headings are there; at least half of the needed ones, so that the one that lacks can be named. */
function headedKind(cells: readonly string[], kinds: readonly TableKind[]): TableKind | null {
  let best: TableKind | null = null;
  let most = 0;
  for (const kind of kinds) {
    const there = kind.columns.filter((column) => cells.some((cell) => isHeading(column, cell)));
    const needed = kind.columns.filter(({ required }) => required);
    const share = there.filter(({ required }) => required).length / Math.max(1, needed.length);
    const score = there.length / kind.columns.length + (share === 1 ? 1 : 0);
    if (there.length < 2 || share < 0.5 || score <= most) continue;
    best = kind;
    most = score;
  }
  return best;
}

const hasShapes = ({ columns }: TableKind) => columns.some(({ type }) => type === 'shape');

function geoKind(begin: string, kinds: readonly TableKind[]): ToldKind | null {
  if (!/"type"\s*:\s*"Feature(?:Collection)?"/.test(begin)) return null;
  const keys = new Set([...begin.matchAll(/"([^"\\]{1,60})"\s*:/g)].map(([, key = '']) => plainHeading(key)));
  const named = (column: TableColumn) =>
    [column.id, column.title].some((heading) => keys.has(plainHeading(heading)));
  let best: TableKind | null = null;
  let most = -1;
  for (const kind of kinds.filter(hasShapes)) {
    const columns = kind.columns.filter(({ type }) => type !== 'shape');
    // A layer whose features lack what it cannot do without is another one.
    const lacks = columns.some((column) => column.required && !named(column));
    const score = lacks ? -1 : columns.filter(named).length;
    if (best && score <= most) continue;
    best = kind;
    most = score;
  }
  return best && { kind: best, form: { form: 'geojson' } };
}

function jsonKind(begin: string, kinds: readonly TableKind[]): ToldKind {
  const name = /^\{\s*(?:"[$]schema"\s*:\s*"[^"]*"\s*,\s*)?"kind"\s*:\s*"([^"]{1,40})"/.exec(begin)?.[1];
  const kind = kinds.find((one) => one.id === name && !hasShapes(one));
  if (kind) return { kind, form: { form: 'json' } };
  throw new ImportRefusal(
    'wrong-type',
    1,
    `A JSON file begins with its kind: {"kind": "${kinds[0]?.id ?? ''}", "version": 1, "rows": […]}. Kinds are ${kinds
      .filter((one) => !hasShapes(one))
      .map(({ id }) => id)
      .join(', ')}.`,
  );
}
