// What a theme colours alike: figures in classes with as many rows each, all else a class for each value.
import { formatValue, isNumericFormat } from '#src/core/format.ts';
import type { ToldField } from '#src/core/link/told-fields.ts';
import type { CodeRow } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';

export interface ThemeClass {
  readonly label: string;
  /** A colour of the ramp from 0, the palest, to 1; a place in the list of categories; or nothing, for rows without a value. */
  readonly colour: { readonly ramp: number } | { readonly category: number } | null;
  readonly count: number;
}

export interface Classes {
  readonly classes: readonly ThemeClass[];
  /** Of each place, its class. */
  readonly of: Uint16Array;
}

const steps = 5;
/** Values with a colour of their own; the rarer ones stand together. */
const mostCategories = 7;

/** Rows that rest on few cases are no part of a class: they stand by themselves, as rings. */
export interface SmallSample {
  readonly field: string;
  readonly title: string;
  readonly below: number;
}

const isMissing = (value: unknown) => value === null || value === undefined || value === '';

export function classesOf(
  rows: readonly Row[],
  theme: ToldField | null,
  codes: readonly CodeRow[] | null,
  small: SmallSample | null = null,
): Classes {
  if (small !== null) return withSmall(rows, theme, codes, small);
  if (theme === null)
    return {
      classes: rows.length === 0 ? [] : [{ label: 'All', colour: { category: 0 }, count: rows.length }],
      of: new Uint16Array(rows.length),
    };
  const values = rows.map((row) => row[theme.field.id]);
  const figures = isNumericFormat(theme.format) && theme.field.codes === null && theme.field.list === null;
  return figures ? byFigure(values, theme) : byValue(values, theme, codes);
}

function withSmall(
  rows: readonly Row[],
  theme: ToldField | null,
  codes: readonly CodeRow[] | null,
  { field, title, below }: SmallSample,
): Classes {
  const isSmall = rows.map((row) => Number(row[field] ?? 0) < below);
  const { classes, of } = classesOf(
    rows.filter((_, place) => !isSmall[place]),
    theme,
    codes,
  );
  const count = isSmall.filter(Boolean).length;
  let next = 0;
  return {
    classes:
      count === 0 ? classes : [...classes, { label: `${title}: fewer than ${below}`, colour: null, count }],
    of: Uint16Array.from(isSmall, (few) => (few ? classes.length : (of[next++] ?? 0))),
  };
}

/** Adds the class of rows without a value behind the others. */
function withMissing(classes: readonly ThemeClass[], missing: number): readonly ThemeClass[] {
  return missing === 0 ? classes : [...classes, { label: 'None', colour: null, count: missing }];
}

function byFigure(values: readonly unknown[], { format }: ToldField): Classes {
  const figures = values.map((value) => (isMissing(value) ? Number.NaN : Number(value)));
  const sorted = Float64Array.from(figures.filter((figure) => !Number.isNaN(figure))).sort();
  // Where many rows have one figure, limits fall together and there are fewer classes.
  const limits = [
    ...new Set(
      Array.from({ length: steps - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / steps)] ?? 0),
    ),
  ].filter((limit) => limit > (sorted[0] ?? 0));
  const classAt = (figure: number) => limits.filter((limit) => figure >= limit).length;
  const of = Uint16Array.from(figures, (figure) =>
    Number.isNaN(figure) ? limits.length + 1 : classAt(figure),
  );
  if (sorted.length === 0)
    return { classes: withMissing([], values.length), of: new Uint16Array(values.length) };
  const counts = countsOf(of, limits.length + 2);
  const write = (figure: number | undefined) => formatValue(format, figure ?? null, {});
  const classes = Array.from({ length: limits.length + 1 }, (_, i): ThemeClass => {
    const [from, to] = [limits[i - 1], limits[i]];
    const label =
      from === undefined && to === undefined
        ? write(sorted[0])
        : from === undefined
          ? `under ${write(to)}`
          : to === undefined
            ? `${write(from)} and over`
            : `${write(from)} – ${write(to)}`;
    return { label, colour: { ramp: limits.length === 0 ? 1 : i / limits.length }, count: counts[i] ?? 0 };
  });
  return { classes: withMissing(classes, counts[limits.length + 1] ?? 0), of };
}

function byValue(
  values: readonly unknown[],
  { field, format }: ToldField,
  codes: readonly CodeRow[] | null,
): Classes {
  const counts = new Map<string, number>();
  let missing = 0;
  for (const value of values) {
    if (isMissing(value)) missing += 1;
    else counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  const often = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  // One value too many keeps its own colour: the others' class would hold it alone.
  const alone = often.length === mostCategories + 1 ? mostCategories + 1 : mostCategories;
  const own = often.slice(0, alone);
  const rest = often.slice(alone);
  const place = new Map(own.map(([value], i) => [value, i]));
  const restAt = own.length;
  const missingAt = restAt + (rest.length > 0 ? 1 : 0);
  const of = Uint16Array.from(values, (value) =>
    isMissing(value) ? missingAt : (place.get(String(value)) ?? restAt),
  );
  const word = (value: string) => formatValue(format, ofText(value, field.type), { codes });
  const classes: readonly ThemeClass[] = [
    ...own.map(([value, count], i): ThemeClass => ({ label: word(value), colour: { category: i }, count })),
    ...(rest.length === 0
      ? []
      : [
          {
            label: `${rest.length} others`,
            colour: { category: mostCategories },
            count: rest.reduce((sum, [, count]) => sum + count, 0),
          },
        ]),
  ];
  return { classes: withMissing(classes, missing), of };
}

/** A value again as its type has it, so that it is written as anywhere. */
function ofText(value: string, type: string): unknown {
  return type === 'boolean' ? value === 'true' : value;
}

function countsOf(of: Uint16Array, length: number): readonly number[] {
  const counts = new Array<number>(length).fill(0);
  for (const one of of) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
