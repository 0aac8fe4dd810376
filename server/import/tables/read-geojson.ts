// The features of a GeoJSON file as lines: a collection, or a feature a line.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { ImportRefusal } from '../refusal.ts';
import { cellValue } from './cell-value.ts';
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
    ? collectionOf(parsed(text, 0))
    : linesOf(text);
  demandSystem(crs);
  const [first] = features;
  if (!first) throw new ImportRefusal('empty-file', 0, `The file has no feature of “${kind.title}”.`);
  const named = kind.columns.filter(({ type }) => type !== 'shape');
  const keys = named.map((column) => keyOf(column, first, kind));
  const rows = features.map(({ line, feature }) => {
    if (feature.type !== 'Feature')
      throw new ImportRefusal('bad-value', line, `It is a ${String(feature.type).slice(0, 30)}, no Feature.`);
    const properties = isJsonObject(feature.properties) ? feature.properties : {};
    const row: { [column: string]: unknown } = { line };
    for (const [i, column] of named.entries()) {
      const value = properties[keys[i] ?? ''] ?? '';
      const read = cellValue(typeof value === 'object' ? JSON.stringify(value) : String(value), column);
      if ('fault' in read) throw new ImportRefusal('bad-value', line, `${column.title} ${read.fault}`);
      row[column.id] = read.value;
    }
    for (const column of kind.columns.filter(({ type }) => type === 'shape')) {
      const shape = landShape(feature.geometry);
      if ('fault' in shape) throw new ImportRefusal('bad-value', line, shape.fault);
      row[column.id] = shape;
    }
    return JSON.stringify(row);
  });
  return { json: `[${rows.join(',\n')}]`, count: rows.length, district: null };
}

function parsed(text: string, line: number): JsonObject {
  try {
    const json: unknown = JSON.parse(text);
    if (isJsonObject(json)) return json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ImportRefusal('not-text', line, `It is no JSON: ${reason}. Perhaps the file is cut off.`);
  }
  throw new ImportRefusal('not-text', line, 'It is no object of GeoJSON.');
}

function collectionOf({ crs, features }: JsonObject) {
  if (!Array.isArray(features)) throw new ImportRefusal('wrong-type', 0, 'The file has no list “features”.');
  return {
    crs,
    features: features.map((feature, i): Feature => {
      if (!isJsonObject(feature)) throw new ImportRefusal('bad-value', i + 1, 'The feature is no object.');
      return { line: i + 1, feature };
    }),
  };
}

/** The first line says the system of all. */
function linesOf(text: string) {
  const features = text
    .split(/\r?\n/)
    .flatMap((line, i): readonly Feature[] =>
      line.trim() === '' ? [] : [{ line: i + 1, feature: parsed(line, i + 1) }],
    );
  return { crs: features[0]?.feature.crs, features };
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

/** How the features call a column; other properties of theirs are passed over, since layers have many. */
function keyOf(column: TableColumn, { line, feature }: Feature, { title }: TableKind): string {
  const keys = isJsonObject(feature.properties) ? Object.keys(feature.properties) : [];
  const key = keys.find((one) =>
    [column.id, column.title].some((name) => plainHeading(name) === plainHeading(one)),
  );
  if (key === undefined)
    throw new ImportRefusal(
      'wrong-headings',
      line,
      `The features have no property “${column.id}” (${column.title}). Is this the file “${title}”?`,
    );
  return key;
}
