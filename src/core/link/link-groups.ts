// A source that groups and counts the rows of another: `from`, `groupBy`, `measures`.
import { shapeOfFields } from '../expressions/shape.ts';
import type { LinkedField, LinkedSource, Measure } from '../linked.ts';
import { under } from '../pointer.ts';
import { isJsonObject, type JsonObject, type ValueType } from '../values.ts';
import type { Term } from './catalog.ts';
import { columnField } from './dictionary.ts';
import type { ScreenLinking } from './screen-linking.ts';

const numbers: ReadonlySet<ValueType> = new Set(['integer', 'number']);
const ordered: ReadonlySet<ValueType> = new Set(['integer', 'number', 'date', 'datetime', 'text']);
const noGroups: ReadonlySet<ValueType> = new Set(['json', 'list']);

type SqlSource = Extract<LinkedSource, { readonly kind: 'sql' }>;
type Groups = NonNullable<SqlSource['groups']>;

export function linkGroups(
  id: string,
  from: string,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedSource | null {
  const base = screen.sources.get(from);
  if (!base || from === id || base.kind !== 'sql' || base.groups) {
    const able = [...screen.sources.values()].filter((source) => source.kind === 'sql' && !source.groups);
    screen.known(
      from,
      able.map((source) => source.id).filter((name) => name !== id),
      under(pointer, 'from'),
      'unknown-source',
      `No source before "${id}" is a query named "${from}".`,
    );
    return null;
  }
  screen.usedSources.add(from);
  const open = screen.openSources.has(from);
  if (open) screen.openSources.add(id);
  const known = base.fields.map((field) => field.id);
  const field = (name: string, place: string): LinkedField | undefined => {
    const absence = `"${name}" is not in source "${from}".`;
    if (!open) screen.known(name, known, place, 'unknown-column', absence);
    return base.fields.find((candidate) => candidate.id === name);
  };
  const by = (Array.isArray(given.groupBy) ? given.groupBy : []).map(String);
  const keys = by.flatMap((name, i) => {
    const key = field(name, under(under(pointer, 'groupBy'), i));
    if (key && noGroups.has(key.type)) refuse(under(under(pointer, 'groupBy'), i), key, 'groups', screen);
    return key ? [key] : [];
  });
  const measures: { [column: string]: Groups['measures'][string] } = {};
  const computed: LinkedField[] = [];
  const terms = isJsonObject(given.fields) ? given.fields : {};
  for (const [name, measure] of Object.entries(isJsonObject(given.measures) ? given.measures : {})) {
    if (!isJsonObject(measure)) continue;
    const place = under(under(pointer, 'measures'), name);
    const how = String(measure.how) as Measure;
    const of = typeof measure.of === 'string' ? measure.of : null;
    const source = of === null ? undefined : field(of, under(place, 'of'));
    if (of === null && how !== 'count')
      screen.report({
        pointer: place,
        rule: 'measure-of',
        message: `"${how}" needs a column. Name it in "of".`,
      });
    if (source && !suits(how, source.type)) refuse(under(place, 'of'), source, `no ${how}`, screen);
    measures[name] = { how, of };
    computed.push(measureField(name, how, source, terms[name] as Term | undefined, screen));
  }
  const fields = [...keys, ...computed];
  screen.shapes.set(id, { list: open ? 'any' : shapeOfFields(fields) });
  return {
    kind: 'sql',
    id,
    fields,
    rowKey: by.length === 1 ? (by[0] ?? null) : null,
    groups: { from, by, measures },
  };
}

function suits(how: Measure, type: ValueType): boolean {
  if (how === 'count') return true;
  return how === 'min' || how === 'max' ? ordered.has(type) : numbers.has(type);
}

function refuse(pointer: string, field: LinkedField, what: string, screen: ScreenLinking): void {
  screen.report({
    pointer,
    rule: 'measure-of',
    message: `Column "${field.id}" is ${field.type} and has ${what === 'groups' ? 'no groups' : what}. Name another column.`,
  });
}

/** What the dictionary says of the name, and else how the column is written that it is computed of. */
function measureField(
  name: string,
  how: Measure,
  of: LinkedField | undefined,
  term: Term | undefined,
  screen: ScreenLinking,
): LinkedField {
  if (how === 'count' || !of) return columnField(name, 'integer', term, null, screen);
  const type = how === 'avg' || how === 'median' ? 'number' : of.type;
  const own: Term = { format: of.format, ...(of.unit === null ? {} : { unit: of.unit }), ...term };
  return { ...columnField(name, type, own, null, screen), codes: of.codes, list: of.list };
}
