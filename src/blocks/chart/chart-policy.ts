// Which rows a chart draws: few names along an axis, few colours, no far ends, small samples apart. What is left out is said.
import { formatValue } from '#src/core/format.ts';
import { inSentence } from '#src/core/in-sentence.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import { type ChartPolicy, type Chosen, mostColours, type NamesPolicy, type Series } from './policy.ts';
import { type CodeTables, collator, drawn } from './prepare-rows.ts';

interface Words {
  readonly fields: readonly LinkedField[];
  readonly codes: CodeTables;
}

const numberOf = (row: Row, field: string): number | null => {
  const value = row[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

const counted = new Intl.NumberFormat('en-AU');

function titleOf(field: string, { fields }: Words): string {
  const title = fields.find(({ id }) => id === field)?.title ?? field;
  return inSentence(title);
}

/** Type 7, as the figures' own percentiles. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

interface Kept {
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** An end is far where it lies further from the others than they do from each other. */
const enoughToClip = 20;

function clipped(all: readonly Row[], { clip }: ChartPolicy, words: Words): Kept {
  let rows = all;
  const notes: string[] = [];
  for (const id of clip.share > 0 ? clip.fields : []) {
    const field = words.fields.find((one) => one.id === id);
    const values = rows.flatMap((row) => numberOf(row, id) ?? []).toSorted((a, b) => a - b);
    if (!field || values.length < enoughToClip) continue;
    const [low, high] = [quantile(values, clip.share), quantile(values, 1 - clip.share)];
    const reach = high - low;
    const [least = low, most = high] = [values[0], values.at(-1)];
    const from = low - least > reach ? low : null;
    const to = most - high > reach ? high : null;
    if (reach <= 0 || (from === null && to === null)) continue;
    const inside = rows.filter((row) => {
      const value = numberOf(row, id);
      return value === null || ((from === null || value >= from) && (to === null || value <= to));
    });
    const [lowest, highest] = [from, to].map((end) => (end === null ? null : formatValue(field.format, end)));
    const where =
      highest === null
        ? `below ${lowest}`
        : lowest === null
          ? `above ${highest}`
          : `outside ${lowest} to ${highest}`;
    notes.push(
      `${counted.format(rows.length - inside.length)} with ${titleOf(id, words)} ${where} are not drawn.`,
    );
    rows = inside;
  }
  return { rows, notes };
}

function smallAside(
  all: readonly Row[],
  { small, names, places }: ChartPolicy,
  words: Words,
): Kept & { readonly small: ReadonlySet<Row> } {
  const few = new Set(
    small ? all.filter((row) => (numberOf(row, small.field) ?? small.below) < small.below) : [],
  );
  if (!small || few.size === 0 || few.size === all.length) {
    const notes =
      small && few.size > 0 ? [`All are of fewer than ${small.below} ${titleOf(small.field, words)}.`] : [];
    return { rows: all, small: few, notes };
  }
  const full = all.filter((row) => !few.has(row));
  const of = `fewer than ${small.below} ${titleOf(small.field, words)}`;
  if (names?.ranked)
    return {
      rows: full,
      small: new Set(),
      notes: [`${counted.format(few.size)} of ${of} left out of the ranking.`],
    };
  const ranges = places.map((id) => {
    const values = full.flatMap((row) => numberOf(row, id) ?? []);
    const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return { id, low, high, known: values.length > 1 };
  });
  const fits = (row: Row) =>
    ranges.every(({ id, low, high, known }) => {
      const value = numberOf(row, id);
      return !known || value === null || (value >= Math.min(0, low) && value <= high);
    });
  const rows = all.filter((row) => !few.has(row) || fits(row));
  const drawnFew = new Set(rows.filter((row) => few.has(row)));
  const outside = all.length - rows.length;
  return {
    rows,
    small: drawnFew,
    notes: [
      `${counted.format(few.size)} of ${of}${drawnFew.size > 0 ? ', drawn hollow' : ''}${outside > 0 ? `; ${counted.format(outside)} of them off the scale, not drawn` : ''}.`,
    ],
  };
}

function groupsBy(rows: readonly Row[], field: string): ReadonlyMap<unknown, readonly Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const value = row[field] ?? null;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

function scoreOf(rows: readonly Row[], by: NamesPolicy['by']): number {
  if (!by || by.how === 'count' || by.field === null) return rows.length;
  const { field, how } = by;
  const values = rows.flatMap((row) => numberOf(row, field) ?? []);
  if (values.length === 0) return Number.NEGATIVE_INFINITY;
  const sum = values.reduce((so, value) => so + value, 0);
  return how === 'sum' ? sum : sum / values.length;
}

function fewNames(
  all: readonly Row[],
  { names, most }: ChartPolicy,
  words: Words,
): Kept & { readonly names: number } {
  if (!names) return { rows: all, notes: [], names: 0 };
  const groups = groupsBy(all, names.field);
  if (groups.size <= most) return { rows: all, notes: [], names: groups.size };
  const sign = names.descending ? -1 : 1;
  const ordered = [...groups]
    .map(([value, rows]) => ({ value, score: scoreOf(rows, names.by) }))
    .toSorted((a, b) => sign * (a.score - b.score) || collator.compare(String(a.value), String(b.value)));
  const kept = new Set(ordered.slice(0, most).map(({ value }) => value));
  const what = names.by?.field ? titleOf(names.by.field, words) : 'rows';
  const end = names.descending ? (names.by?.field ? 'highest' : 'most') : 'lowest';
  const of = counted.format(groups.size);
  // None of those that are left out is behind one that is kept, so they are not told to be.
  const drawn =
    ordered[0]?.score === ordered.at(-1)?.score
      ? `The first ${most} of ${of} by name, all with ${names.by?.field ? `the same ${what}` : 'as many rows'}`
      : `The ${most} of ${of} with the ${end} ${what}${ordered[most - 1]?.score === ordered[most]?.score ? ', of equals the first by name' : ''}`;
  return {
    rows: all.filter((row) => kept.has(row[names.field] ?? null)),
    names: most,
    notes: [
      `${drawn}; ${groups.size - most === 1 ? 'the other one is' : `the other ${counted.format(groups.size - most)} are`} in the table.`,
    ],
  };
}

function seriesOf(
  rows: readonly Row[],
  { series }: ChartPolicy,
  words: Words,
): Pick<Chosen, 'series' | 'labelOf' | 'notes'> {
  const field = words.fields.find(({ id }) => id === series);
  if (series === null || !field) return { series: [], labelOf: () => null, notes: [] };
  const groups = groupsBy(rows, series);
  const text = (value: unknown) => String(drawn(field, value, words.codes) ?? 'None');
  const sized = [...groups].toSorted(
    ([a, one], [b, other]) => other.length - one.length || collator.compare(text(a), text(b)),
  );
  const shown = sized.length <= mostColours ? sized : sized.slice(0, mostColours - 1);
  const left = sized.length - shown.length;
  const table = (field.codes ? words.codes[field.codes] : undefined) ?? [];
  const toned = table.some(({ tone }) => tone !== undefined);
  const codeOf = (value: unknown) => table.findIndex(({ code }) => code === String(value));
  const placeOf = ({ value }: Series) => (codeOf(value) < 0 ? table.length : codeOf(value));
  const own = shown
    .map(
      ([value]): Series => ({
        label: text(value),
        value,
        rest: false,
        ...(toned ? { tone: table[codeOf(value)]?.tone ?? 'muted' } : {}),
      }),
    )
    .toSorted((a, b) => (toned ? placeOf(a) - placeOf(b) : 0) || collator.compare(a.label, b.label));
  const restLabel = `${left} others`;
  const labels = new Map(own.map(({ value, label }) => [value, label]));
  return {
    series: left === 0 ? own : [...own, { label: restLabel, value: null, rest: true }],
    labelOf: (row) => labels.get(row[series] ?? null) ?? restLabel,
    notes:
      left === 0
        ? []
        : [`The ${own.length} of ${sized.length} that occur most have a colour; the others are grey.`],
  };
}

const longName = 12;
const manyUpright = 12;

/** What is drawn of the rows of a source; a row whose query gives it no name has no place among the names. */
export function chooseRows(all: readonly Row[], policy: ChartPolicy, words: Words): Chosen {
  const { names } = policy;
  const named = names === null ? all : all.filter((row) => (row[names.field] ?? null) !== null);
  const near = clipped(named, policy, words);
  const aside = smallAside(near.rows, policy, words);
  const few = fewNames(aside.rows, policy, words);
  const coloured = seriesOf(few.rows, policy, words);
  const field = words.fields.find(({ id }) => id === policy.names?.field);
  const lengthOf = (row: Row) => (field ? String(drawn(field, row[field.id], words.codes) ?? '').length : 0);
  const longest = few.rows.reduce((most, row) => Math.max(most, lengthOf(row)), 0);
  return {
    rows: few.rows,
    small: aside.small,
    series: coloured.series,
    labelOf: coloured.labelOf,
    names: few.names,
    lying: policy.names?.upright === true && (longest > longName || few.names > manyUpright),
    notes: [...near.notes, ...aside.notes, ...few.notes, ...coloured.notes],
  };
}

/** Names that stand one below the other. */
export function namesBelow({ names, lying }: Chosen, policy: ChartPolicy): number {
  return lying || policy.names?.along === 'y' ? names : 0;
}
