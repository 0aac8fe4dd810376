import type { Language } from '../check/language.ts';
import type { FormatId, LinkedField, LinkedRef, LinkedWidget } from '../linked.ts';
import type { ValueType } from '../values.ts';

const byFormat: { readonly [format in FormatId]?: string } = {
  currency: 'currency',
  area: 'area',
  baseYear: 'base-year',
  date: 'date',
  percent: 'percent',
  trend: 'trend',
  richText: 'rich-text',
};

const byType: { readonly [type in ValueType]: string } = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'text',
  list: 'text',
  json: 'text',
};

interface Subject {
  readonly type: ValueType;
  readonly format: FormatId;
  readonly codes: string | null;
  readonly list: string | null;
  readonly ref?: LinkedRef | undefined;
}

/** The input that suits a field: its own widget, else one for its codes, its list, what it refers to, its format or its type. */
export function widgetFor(field: LinkedField | Subject, many: boolean, language: Language): LinkedWidget {
  const own = 'widget' in field && typeof field.widget === 'string' ? field.widget : null;
  const codes = many || field.type === 'list' ? 'codes' : 'code';
  const candidates = [
    own,
    field.codes !== null ? codes : null,
    field.list !== null ? (many ? 'references' : 'reference') : null,
    field.list !== null ? 'reference' : null,
    field.ref ? 'record' : null,
    byFormat[field.format] ?? null,
    byType[field.type],
    'text',
  ];
  const type =
    candidates.find((candidate) => candidate !== null && language.widgets.has(candidate)) ?? 'text';
  const list = type === 'record' ? (field.ref?.list ?? null) : field.list;
  const takesList = list !== null && language.widgets.get(type)?.properties?.list !== undefined;
  return { type, options: { ...defaultsOf(type, language), ...(takesList ? { list } : {}) } };
}

/** A widget's options where a definition gives none. */
export function defaultsOf(type: string, language: Language): LinkedWidget['options'] {
  const options: { [name: string]: NonNullable<LinkedWidget['options'][string]> } = {};
  for (const [name, property] of Object.entries(language.widgets.get(type)?.properties ?? {})) {
    if (property.default !== undefined && property.default !== null) options[name] = property.default;
  }
  return options;
}
