import type { FormatId, LinkedField } from '../linked.ts';
import { isJsonObject, type JsonObject, type ValueType } from '../values.ts';
import type { Term } from './catalog.ts';
import { formatOf, valueTypeOf } from './entity-of.ts';
import type { ScreenLinking } from './screen-linking.ts';
import { titleOf } from './titles.ts';

// The dictionary: the source's own words, its entity's, the terms', then the entity that has a field of this name.
export function columnField(
  name: string,
  type: ValueType,
  own: Term | undefined,
  entity: string | null,
  screen: ScreenLinking,
): LinkedField {
  const { entities, terms } = screen.catalog;
  const preferred = entity ? entities.get(entity)?.fields[name] : undefined;
  const term = terms.get(own?.term ?? name);
  // A term without a title explains a field that has one.
  const whole = term?.title !== undefined;
  const anywhere =
    preferred || whole || name === 'id'
      ? []
      : [...entities.values()]
          .filter(({ record }) => !record.own)
          .map(({ fields }) => fields[name])
          .filter((field) => field !== undefined);
  const field = preferred ?? anywhere[0];
  // What a field of this name means in one record type says nothing of it where it means something else in another.
  const explained = anywhere.every(({ description }) => description === field?.description);
  const fits = (format: FormatId | undefined): FormatId | undefined =>
    format && formatFits(format, type) ? format : undefined;
  return {
    id: name,
    title: own?.title ?? term?.title ?? field?.title ?? titleOf(name),
    type,
    format: fits(own?.format) ?? fits(term?.format) ?? fits(field?.format) ?? formatOf(type),
    unit: own?.unit ?? term?.unit ?? field?.unit ?? null,
    codes: own?.codes ?? term?.codes ?? field?.codes ?? null,
    list: own?.list ?? term?.list ?? field?.list ?? null,
    description: own?.description ?? term?.description ?? (explained ? (field?.description ?? null) : null),
    unitField: own?.unitField ?? term?.unitField ?? field?.unitField ?? null,
  };
}

function formatFits(format: FormatId, type: ValueType): boolean {
  if (format === 'baseYear') return type === 'integer' || type === 'date' || type === 'text';
  if (format === 'id' || format === 'text') return true;
  if (format === 'date' || format === 'datetime' || format === 'month')
    return type === 'date' || type === 'datetime' || type === 'text';
  if (format === 'note') return type === 'text';
  if (format === 'richText') return type === 'json' || type === 'text';
  if (format === 'boolean') return type === 'boolean';
  return type === 'integer' || type === 'number';
}

/** The list in an answer that is an object around one, as `{ "items": […] }`. */
export function wrappedList(answer: JsonObject): JsonObject | null {
  const properties = isJsonObject(answer.properties) ? answer.properties : {};
  const { items } = properties;
  return isJsonObject(items) && items.type === 'array' ? items : null;
}

/** Fields of an operation's answer, or of its entries when it is a list; `own` is what the screen says of them. */
export function answerFields(
  answer: JsonObject,
  own: { readonly [name: string]: Term },
  screen: ScreenLinking,
): readonly LinkedField[] {
  const list = answer.type === 'array' ? answer : wrappedList(answer);
  const object = list ? list.items : answer;
  const properties = isJsonObject(object) && isJsonObject(object.properties) ? object.properties : {};
  return Object.entries(properties).map(([name, given]) => {
    const schema = isJsonObject(given) ? given : {};
    const named = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;
    const type = valueTypeOf(
      typeof named === 'string' ? named : null,
      typeof schema.format === 'string' ? schema.format : null,
    );
    const term = Object.hasOwn(own, name) ? own[name] : undefined;
    const field = columnField(name, type, term, null, screen);
    const title = term?.title === undefined && typeof schema.title === 'string' ? schema.title : field.title;
    return { ...field, title };
  });
}
