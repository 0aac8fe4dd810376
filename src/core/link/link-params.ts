import type { FormatId, LinkedField, LinkedParam, LinkedWidget } from '../linked.ts';
import { under } from '../pointer.ts';
import { patternParams } from '../route.ts';
import { isJsonObject, type Json, type JsonObject, type ValueType } from '../values.ts';
import { formatOf } from './entity-of.ts';
import { linkValue, nowhere } from './link-value.ts';
import type { ScreenLinking } from './screen-linking.ts';
import { titleOf } from './titles.ts';
import { defaultsOf, widgetFor } from './widget-for.ts';

const places: { readonly [entity: string]: { readonly title: string; readonly widgets: readonly string[] } } =
  {
    district: { title: 'District', widgets: ['district'] },
    component: { title: 'Component', widgets: ['component', 'text'] },
    zone: { title: 'Zone', widgets: ['zone', 'text'] },
    region: { title: 'Region', widgets: [] },
  };

const valueTypes: { readonly [format in FormatId]?: ValueType } = {
  integer: 'integer',
  baseYear: 'integer',
  id: 'integer',
  currency: 'integer',
  number: 'number',
  area: 'number',
  percent: 'number',
  ratio: 'number',
  factor: 'number',
  rate: 'number',
  acres: 'number',
  trend: 'integer',
  boolean: 'boolean',
  date: 'date',
};

export function linkParams(screen: ScreenLinking): void {
  const { json } = screen.checked;
  const params = Array.isArray(json.params) ? json.params : [];
  // Two passes: a default may read other parameters.
  params.forEach((given: Json, i: number) => {
    if (isJsonObject(given)) linkParam(given, `/params/${i}`, screen);
  });
  params.forEach((given: Json, i: number) => {
    const param = isJsonObject(given) ? screen.params.get(String(given.id)) : undefined;
    if (param && isJsonObject(given))
      screen.params.set(param.id, { ...param, default: linkDefault(given, `/params/${i}/default`, screen) });
  });
  checkRoute(String(json.route), '/route', screen);
  const aliases = Array.isArray(json.alias) ? json.alias : [];
  aliases.forEach((alias: Json, i: number) => {
    checkRoute(String(alias), `/alias/${i}`, screen);
  });
}

function linkParam(given: JsonObject, pointer: string, screen: ScreenLinking): void {
  const id = String(given.id);
  const field = fieldOf(given, under(pointer, 'field'), screen);
  const entity =
    given.entity === 'district' ||
    given.entity === 'component' ||
    given.entity === 'zone' ||
    given.entity === 'region'
      ? given.entity
      : null;
  if (given.wholeRegion === true && entity !== 'district')
    screen.report({
      pointer: under(pointer, 'wholeRegion'),
      rule: 'whole-region',
      message: `A district stands for its region, and "${id}" is none. Give it "entity": "district", or remove "wholeRegion".`,
    });
  const format = textOf(given.format) ?? field?.format ?? formatOfWidget(given.widget);
  if (format) screen.checkFormat(format, under(pointer, 'format'));
  const codes = textOf(given.codes) ?? field?.codes ?? null;
  if (codes) screen.addCodes(codes, under(pointer, 'codes'));
  const list = textOf(given.list) ?? field?.list ?? null;
  checkList(list, under(pointer, 'list'), screen);
  const type = (textOf(given.type) ??
    (field ? field.type : valueTypes[format as FormatId]) ??
    'text') as ValueType;
  const base = { type, format: (format ?? formatOf(type)) as FormatId, codes, list };
  const { ref } = field ?? {};
  screen.params.set(id, {
    id,
    in: given.in === 'route' || given.in === 'fragment' ? given.in : 'query',
    title: textOf(given.title) ?? field?.title ?? (entity ? places[entity]?.title : null) ?? titleOf(id),
    ...base,
    many: given.many === true,
    entity,
    ...(given.wholeRegion === true ? { wholeRegion: true as const } : {}),
    ...choicesIn(given),
    widget: widgetOf(given, pointer, { ...base, ref }, entity, screen),
    default: null,
    required: given.required === true || given.in === 'route',
    help: textOf(given.help),
    ...(given.live === true ? { live: true as const } : {}),
  });
}

/** A year that is chosen as one is also written as one: 2025, not 2,025. */
function formatOfWidget(widget: Json | undefined): FormatId | null {
  const type = isJsonObject(widget) ? widget.type : widget;
  return type === 'base-year' ? 'baseYear' : null;
}

function widgetOf(
  given: JsonObject,
  pointer: string,
  base: {
    readonly type: ValueType;
    readonly format: FormatId;
    readonly codes: string | null;
    readonly list: string | null;
    readonly ref: LinkedField['ref'];
  },
  entity: string | null,
  screen: ScreenLinking,
): LinkedWidget {
  const { language } = screen.catalog;
  if (given.filter === false) return { type: 'none', options: {} };
  if (given.widget !== undefined) {
    const schema = language.meta.screen.definitions?.widget ?? {};
    const linked = linkValue(given.widget, schema, under(pointer, 'widget'), nowhere, screen);
    return typeof linked === 'string'
      ? { type: linked, options: defaultsOf(linked, language) }
      : (linked as LinkedWidget);
  }
  if (given.choices !== undefined) {
    const type = given.many === true ? 'codes' : 'code';
    return { type, options: defaultsOf(type, language) };
  }
  const place =
    entity && base.codes === null && base.list === null
      ? places[entity]?.widgets.find((type) => language.widgets.has(type))
      : undefined;
  return place
    ? { type: place, options: defaultsOf(place, language) }
    : widgetFor(base, given.many === true, language);
}

function choicesIn({ choices }: JsonObject): Pick<LinkedParam, 'choices'> {
  if (!isJsonObject(choices)) return {};
  const { data, value, label } = choices;
  return { choices: { source: String(data), value: String(value), label: String(label) } };
}

function fieldOf(given: JsonObject, pointer: string, screen: ScreenLinking): LinkedField | null {
  const name = textOf(given.field);
  if (name === null) return null;
  const [entityId = '', fieldId = ''] = name.split('.');
  const { entities } = screen.catalog;
  if (!screen.known(entityId, entities.keys(), pointer, 'unknown-entity', `Entity "${entityId}" is unknown.`))
    return null;
  const fields = entities.get(entityId)?.fields ?? {};
  if (
    !screen.known(
      fieldId,
      Object.keys(fields),
      pointer,
      'unknown-field',
      `"${fieldId}" is not in "${entityId}".`,
    )
  )
    return null;
  return fields[fieldId] ?? null;
}

function linkDefault(given: JsonObject, pointer: string, screen: ScreenLinking): LinkedParam['default'] {
  const { default: value } = given;
  if (value === undefined) return null;
  screen.checkCodes(value, screen.params.get(String(given.id))?.codes ?? null, pointer);
  if (!isJsonObject(value)) return value;
  const schema = screen.catalog.language.meta.screen.definitions?.param?.properties?.default ?? {};
  const linked = linkValue(value, schema, pointer, nowhere, screen);
  return isJsonObject(linked) ? (linked.expr as unknown as LinkedParam['default']) : null;
}

export function checkList(list: string | null, pointer: string, screen: ScreenLinking): void {
  const { lists } = screen.catalog;
  if (list !== null && lists)
    screen.known(list, lists, pointer, 'unknown-reference-list', `Reference list "${list}" is unknown.`);
}

function checkRoute(pattern: string, pointer: string, screen: ScreenLinking): void {
  const inRoute = [...screen.params.values()]
    .filter((param) => param.in === 'route')
    .map((param) => param.id);
  const named = patternParams(pattern);
  const twice = named.find((name, i) => named.indexOf(name) !== i);
  if (twice !== undefined) {
    screen.report({
      pointer,
      rule: 'route-parameter',
      message: `The route names ":${twice}" twice, so one of its values would be lost. Rename one.`,
    });
  }
  for (const name of named) {
    screen.known(
      name,
      inRoute,
      pointer,
      'route-parameter',
      `The route names ":${name}", but "params" has no such parameter with "in": "route".`,
    );
  }
  for (const name of inRoute) {
    if (named.includes(name)) continue;
    screen.report({
      pointer,
      rule: 'route-parameter',
      message: `The parameter "${name}" is part of the route, but "${pattern}" does not name ":${name}".`,
    });
  }
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
