import pg from 'pg';

// What PostgreSQL's types become on our side, and so on the wire. bigint and numeric are numbers, because money is
// kept below 2^53 by the schema; a date is its text, because a Date of midnight is another day in another zone.

type Parser = (text: string) => unknown;

const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const;

const arrayOid = {
  int2: 1005,
  int4: 1007,
  text: 1009,
  int8: 1016,
  float8: 1022,
  date: 1182,
  numeric: 1231,
  timestamptz: 1185,
} as const;

/** 2026-07-01 10:00:00.123456+00 → 2026-07-01T10:00:00.123Z; the connection's zone is UTC. */
export function instantOf(text: string): string {
  if (text === 'infinity' || text === '-infinity') return text;
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** 2026-07-01 10:00:00 → 2026-07-01T10:00:00; a wall clock without a zone stays one. */
const wallClockOf: Parser = (text) => text.replace(' ', 'T');

const number: Parser = (text) => Number(text);

/** numeric knows NaN; a number on the wire does not. */
const numeric: Parser = (text) => {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
};

const same: Parser = (text) => text;

const textArray: number = arrayOid.text;
const arrayParser: Parser = pg.types.getTypeParser(textArray, 'text');
const arrayOf =
  (item: Parser): Parser =>
  (text) => {
    const items: unknown = arrayParser(text);
    return Array.isArray(items)
      ? items.map((one: unknown) => (typeof one === 'string' ? item(one) : one))
      : items;
  };

const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [oid.int8, number],
  [oid.int2, number],
  [oid.int4, number],
  [oid.oid, number],
  [oid.float4, numeric],
  [oid.float8, numeric],
  [oid.numeric, numeric],
  [oid.date, same],
  [oid.time, same],
  [oid.interval, same],
  [oid.uuid, same],
  [oid.timestamp, wallClockOf],
  [oid.timestamptz, instantOf],
  [arrayOid.int2, arrayOf(number)],
  [arrayOid.int4, arrayOf(number)],
  [arrayOid.int8, arrayOf(number)],
  [arrayOid.float8, arrayOf(numeric)],
  [arrayOid.numeric, arrayOf(numeric)],
  [arrayOid.date, arrayOf(same)],
  [arrayOid.timestamptz, arrayOf(instantOf)],
]);

/** Given to every connection; bool, json, text and the rest are as the driver has them. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(id)) ?? pg.types.getTypeParser(id, format ?? 'text'),
};

/** A type of the wire by PostgreSQL's type: what the check of report SQL tells about a column. */
export function wireType(id: number): 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'text' {
  switch (id) {
    case oid.int8:
    case oid.int2:
    case oid.int4:
    case oid.oid:
    case oid.float4:
    case oid.float8:
    case oid.numeric:
      return 'number';
    case oid.bool:
      return 'boolean';
    case oid.date:
      return 'date';
    case oid.timestamp:
    case oid.timestamptz:
      return 'datetime';
    case oid.json:
    case oid.jsonb:
      return 'json';
    default:
      return 'text';
  }
}
