// What a query says of the rows behind its figures. Plain data: it is kept between runs.

/** `-- counts: LIST by COLUMN`: the record type behind the figures, and the column of the rows that holds its number. */
export interface Counts {
  readonly list: string;
  readonly id: string;
  readonly line: number;
}

/** One way from a figure to rows. */
export interface Operand {
  /** Which of the queries for rows. */
  readonly rows: number;
  /** Columns of the report that hold the keys of the group, in the order of the keys. */
  readonly keys: readonly string[];
  /** Which of the conditions holds for its rows; null for all rows of the group. */
  readonly condition: number | null;
  /** Which of the measures its rows have; null where they are counted. */
  readonly measure: number | null;
}

export interface Figure {
  readonly operands: readonly Operand[];
  /** True where the figures of all groups add up to the figure of their total. */
  readonly adds: boolean;
  /** The aggregate, where the figure is one and nothing else. */
  readonly how: string | null;
  /** Of a median, and of what is measured by distances from one: how the value of a row is had. */
  readonly share: Share | null;
}

/** A row's part in a figure: whether it stands in the middle, or how far it is from there. */
export interface Share {
  readonly kind: 'middle' | 'distance';
  /** Which of the queries for rows. */
  readonly rows: number;
  /** Which of its measures the value is: one, or two of which it is the ratio. */
  readonly measures: readonly number[];
}

/** Rows of one grouped select: columns `id`, the keys `k0` on, the conditions `c0` on, the measures `m0` on. */
export interface RowsQuery {
  readonly sql: string;
  readonly keys: number;
  readonly conditions: readonly string[];
  readonly measures: readonly string[];
}

export interface Figures {
  readonly counts: Counts;
  /** Each row of the report is a record: it returns the record's number. */
  readonly own: boolean;
  readonly rows: readonly RowsQuery[];
  readonly columns: { readonly [column: string]: Figure };
  /** Columns that are computed of groups of rows that cannot be told, with the reason. */
  readonly unread: { readonly [column: string]: string };
  readonly percentiles: readonly ('between' | 'one')[];
}

/** What the comments before the first word say the query counts; null where they do not. */
export function countsOf(sql: string): Counts | null {
  for (const [i, line] of sql.split('\n').entries()) {
    const text = line.trimStart();
    if (text !== '' && !text.startsWith('--')) return null;
    const said = /^--\s*counts:\s*([a-z][a-z0-9]*)\s+by\s+([a-z_][a-z0-9_]*)\s*$/.exec(text);
    if (said) return { list: said[1] ?? '', id: said[2] ?? '', line: i + 1 };
  }
  return null;
}

/** The sentences before a query's first word, without what they say to the engine. */
export function headOf(sql: string): string {
  const lines: string[] = [];
  for (const line of sql.split('\n')) {
    const text = line.trim();
    if (text !== '' && !text.startsWith('--')) break;
    const said = text.replace(/^--\s?/, '');
    if (!/^(uses|counts):/.test(said)) lines.push(said);
  }
  // Where the formulas are written down is said to who reads the query, not to who reads the page.
  return lines
    .join(' ')
    .replace(/\s*\(docs\/[^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lines that say which other queries stand before it. */
export function usesLines(sql: string): string {
  const lines = sql.split('\n');
  const end = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('--'));
  return lines
    .slice(0, Math.max(0, end))
    .filter((line) => /^\s*--\s*uses:/.test(line))
    .map((line) => `${line}\n`)
    .join('');
}
