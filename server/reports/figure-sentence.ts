// What a figure counts, in one sentence: `65 sales of ROSSALINGONG, 2025, office's standard`.
import { filterText } from '#src/core/filter.ts';
import { formatValue } from '#src/core/format.ts';
import { inSentence } from '#src/core/in-sentence.ts';
import type { LinkedField, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { At, FigureWish, FoundRows } from './figure-rows.ts';
import type { OpenFigures, RowSource } from './rows.ts';

const grouped = new Intl.NumberFormat('en-AU');
const mostValues = 6;

export function countedText(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${grouped.format(count)} ${count === 1 ? one : many}`;
}

/** What codes are called. */
interface Words {
  readonly codes: LinkedScreen['codes'];
  readonly districts: ReadonlyMap<string, string>;
}

function valueText(
  { id, format, codes: table, title }: LinkedField,
  value: unknown,
  { codes, districts }: Words,
) {
  if (value === null || value === undefined || value === '') return `no ${inSentence(title)}`;
  const name = id === 'district_code' ? districts.get(String(value)) : undefined;
  return name ?? formatValue(format, value, { codes: (table ? codes[table] : undefined) ?? null });
}

function placeText({ column, value, from, to, last }: At, field: LinkedField, words: Words): string {
  if (from === undefined && to === undefined) return valueText(field, value, words);
  const text = (end: unknown) => (end === undefined || end === null ? '' : valueText(field, end, words));
  return `${inSentence(field.title || column)} from ${text(from)} to ${last ? '' : 'below '}${text(to)}`;
}

function paramText(param: LinkedParam, given: unknown, { codes, districts }: Words): string {
  const label = (value: unknown) =>
    (param.codes ? codes[param.codes] : undefined)?.find(({ code }) => code === String(value))?.label ??
    (param.codes ? String(value) : formatValue(param.format, value));
  if (Array.isArray(given)) {
    const more = given.length > mostValues ? ` and ${given.length - mostValues} more` : '';
    return `${inSentence(param.title)} ${given.slice(0, mostValues).map(label).join(', ')}${more}`;
  }
  if (given === true) return inSentence(param.title);
  if (given === false) return `not ${inSentence(param.title)}`;
  if (param.entity === 'district') {
    const place =
      given === 'all' ? 'all districts' : (districts.get(String(given)) ?? `district ${label(given)}`);
    return param.wholeRegion ? `the region of ${place}` : place;
  }
  const speaks = param.codes !== null || param.format === 'baseYear';
  return speaks ? inSentence(label(given)) : `${inSentence(param.title)} ${label(given)}`;
}

/** The parameters that decide which rows there are; the districts stand for the one in the address. */
function paramsText(
  screen: LinkedScreen,
  { names, params }: OpenFigures,
  said: ReadonlySet<string>,
  words: Words,
) {
  return screen.params.flatMap((param) => {
    const value = params[param.id];
    const place = param.entity === 'district' || param.entity === 'region';
    const read = names.has(param.id) || (place && names.has('districts'));
    if (!read || value === null || value === undefined || said.has(param.id)) return [];
    return [paramText(param, value, words)];
  });
}

export function figureSentence(
  screen: LinkedScreen,
  source: RowSource,
  figures: OpenFigures,
  wish: FigureWish,
  { ids, rows, middle }: FoundRows,
  districts: Words['districts'],
): string {
  const words = { codes: screen.codes, districts };
  const { singular, plural, columns } = figures.linked;
  const fields = new Map(source.fields.map((field) => [field.id, field]));
  const noun = [singular, plural] as const;
  const counted =
    ids.length === rows
      ? countedText(rows, noun)
      : `${countedText(rows, ['row', 'rows'])} of ${countedText(ids.length, noun)}`;
  const figure = wish.column === null ? undefined : figures.ready.columns[wish.column];
  const title = wish.column === null ? '' : (fields.get(wish.column)?.title ?? wish.column);
  // A count of all rows of a group needs no name; a part of them, or what is computed of them, does.
  const plain = figure?.operands.every(({ condition, measure }) => condition === null && measure === null);
  const of = !figure || (plain && columns[wish.column ?? '']?.how === 'count') ? '' : ` behind “${title}”`;
  const own = new Set(figure?.operands.flatMap(({ keys }) => keys));
  // A row has the keys of all its figures: those of another figure, such as the month before, say nothing of this one.
  const others = new Set(figure ? figures.linked.keys.filter((key) => !own.has(key)) : []);
  const places = wish.at.flatMap((at) => {
    const field = fields.get(at.column);
    return field && !others.has(at.column) ? [placeText(at, field, words)] : [];
  });
  const district = wish.at.some(
    ({ column, value }) => column === 'district_code' && typeof value === 'string',
  );
  const said = new Set(
    district ? screen.params.filter(({ entity }) => entity === 'district').map(({ id }) => id) : [],
  );
  const place = places.length === 0 ? '' : ` of ${places.join(', ')}`;
  const narrowed = (wish.filter ?? []).flatMap((filter) => {
    const field = fields.get(filter.column);
    return field
      ? [filterText(field.title, filter, field.type, (value) => valueText(field, value, words))]
      : [];
  });
  const found = [...narrowed, ...(wish.find === '' ? [] : [`found by “${wish.find}”`])];
  const between =
    middle.length === 0
      ? ''
      : `; in the middle ${middle.length === 1 ? singular : plural} ${middle.join(' and ')}`;
  return `${[`${counted}${of}${place}`, ...paramsText(screen, figures, said, words), ...found].join(', ')}${between}`;
}
