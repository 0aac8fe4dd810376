// The features of a GeoJSON file as lines: a collection, or a feature a line.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { ImportRefusal } from '../refusal.ts';
import { cellValue } from './cell-value.ts';
import { itemsOf, listOfKey } from './json-pieces.ts';
import { landShape } from './land-shape.ts';
import type { TableColumn, TableKind } from './table-kind.ts';
import type { TableRows } from './table-rows.ts';
import { plainHeading } from './tell-kind.ts';

/** Systems whose degrees are drawn as they are: GDA2020 and WGS 84 differ by less than a corner is kept to. */
const known: ReadonlySet<string> = new Set(['7844', '4326', 'CRS84']);
const systemName = /(?:EPSG:(?:[\d.]*:)?(\d+)|(CRS84))$/i;
const asked = 'Export it in GDA2020 (EPSG:7844) or WGS 84 (EPSG:4326), with its “crs”.';

interface Feature {
  /** Of a collection the feature's place, counted from 1. */
  readonly line: number;
  readonly feature: JsonObject;
}

export function readGeoJson(written: string, kind: TableKind): Omit<TableRows, 'letters'> {
  const text = written.replace(/^\uFEFF/, '');
  const { crs, features } = /"type"\s*:\s*"FeatureCollection"/.test(text.slice(0, 16_384))
    ? collectionOf(text)
    : linesOf(text);
  demandSystem(crs);
  const named = kind.columns.filter(({ type }) => type !== 'shape');
  const shapes = kind.columns.filter(({ type }) => type === 'shape');
  const keys = new Map<string, string>();
  const rows: string[] = [];
  for (const { line, feature } of features) {
    if (feature.type !== 'Feature')
      throw new ImportRefusal('bad-value', line, `It is a ${String(feature.type).slice(0, 30)}, no Feature.`);
    const properties = isJsonObject(feature.properties) ? feature.properties : {};
    learnKeys(keys, named, properties);
    if (rows.length === 0) demandKeys(keys, named, kind, line);
    const row: { [column: string]: unknown } = { line };
    for (const column of named) {
      const value = properties[keys.get(column.id) ?? ''] ?? '';
      const read = cellValue(typeof value === 'object' ? JSON.stringify(value) : String(value), column);
      if ('fault' in read) throw new ImportRefusal('bad-value', line, `${column.title} ${read.fault}`);
      row[column.id] = read.value;
    }
    for (const column of shapes) {
      const shape = landShape(feature.geometry);
      if ('fault' in shape) throw new ImportRefusal('bad-value', line, shape.fault);
      row[column.id] = shape;
    }
    rows.push(JSON.stringify(row));
  }
  if (rows.length === 0)
    throw new ImportRefusal('empty-file', 0, `The file has no feature of “${kind.title}”.`);
  return { json: `[${rows.join(',\n')}]`, count: rows.length, district: null };
}

function parsed(text: string, line: number): JsonObject {
  try {
    const json: unknown = JSON.parse(text);
    if (isJsonObject(json)) return json;
  } catch (error) {
    throw noJson(line, error instanceof Error ? error.message : '');
  }
  throw new ImportRefusal('not-text', line, 'It is no object of GeoJSON.');
}

const noJson = (line: number, reason: string) =>
  new ImportRefusal('not-text', line, `It is no JSON: ${reason}. Perhaps the file is cut off.`);

interface Layer {
  readonly crs: unknown;
  /** One after the other: all of a large layer at once would take many times its size in memory. */
  readonly features: Iterable<Feature>;
}

function collectionOf(text: string): Layer {
  const list = listOfKey(text, 'features');
  if (list && list.to < 0) throw noJson(0, 'its list of features does not end');
  // What stands around the list says the system, and that the whole is JSON.
  const { crs, features } = parsed(list ? `${text.slice(0, list.from)}[]${text.slice(list.to)}` : text, 0);
  if (!list || !Array.isArray(features))
    throw new ImportRefusal('wrong-type', 0, 'The file has no list “features”.');
  return { crs, features: featuresOf(text, list) };
}

function* featuresOf(text: string, list: { readonly from: number; readonly to: number }): Generator<Feature> {
  let line = 0;
  for (const item of itemsOf(text, list)) {
    line++;
    if (item === null) throw noJson(line, 'something else stands between the features');
    if (!item.startsWith('{')) throw new ImportRefusal('bad-value', line, 'The feature is no object.');
    yield { line, feature: parsed(item, line) };
  }
}

/** The first line says the system of all. */
function linesOf(text: string): Layer {
  const [first] = featureLines(text);
  return { crs: first?.feature.crs, features: featureLines(text) };
}

function* featureLines(text: string): Generator<Feature> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const written = text.slice(from, to).trim();
    line++;
    if (written !== '') yield { line, feature: parsed(written, line) };
    from = to + 1;
  }
}

function demandSystem(crs: unknown): void {
  const named = isJsonObject(crs) && isJsonObject(crs.properties) ? crs.properties.name : undefined;
  if (named === undefined || named === null)
    throw new ImportRefusal(
      'wrong-type',
      1,
      `The file does not say in which coordinate system it is, and the same degrees lie up to 200 m apart. ${asked}`,
    );
  const [, number, word] = systemName.exec(String(named)) ?? [];
  const code = number ?? word?.toUpperCase() ?? '';
  if (known.has(code)) return;
  const told =
    code === '4283'
      ? 'The file is in GDA94, whose degrees lie 1.8 m from those of GDA2020.'
      : `The file is in “${String(named).slice(0, 60)}”, which is not read.`;
  throw new ImportRefusal('wrong-type', 1, `${told} ${asked}`);
}

/** How the features call the columns; what is empty may be left out of a feature, the first one too. */
function learnKeys(keys: Map<string, string>, columns: readonly TableColumn[], properties: JsonObject): void {
  for (const { id, title } of columns) {
    if (keys.has(id)) continue;
    const key = Object.keys(properties).find((one) =>
      [id, title].some((name) => plainHeading(name) === plainHeading(one)),
    );
    if (key !== undefined) keys.set(id, key);
  }
}

/** Other properties of a layer are passed over; one that has none of the columns, or lacks a needed one, is another layer. */
function demandKeys(
  keys: ReadonlyMap<string, string>,
  columns: readonly TableColumn[],
  { title }: TableKind,
  line: number,
): void {
  const lacks =
    columns.find(({ id, required }) => required && !keys.has(id)) ??
    (keys.size === 0 ? columns[0] : undefined);
  if (lacks)
    throw new ImportRefusal(
      'wrong-headings',
      line,
      `The features have no property “${lacks.id}” (${lacks.title}). Is this the file “${title}”?`,
    );
}
