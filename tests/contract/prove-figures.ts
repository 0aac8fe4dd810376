// Holds every figure of a source against the rows that it leads to.
import type { LinkedFigures } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { TestServer } from '#tests/support/http.ts';

export interface Asked {
  readonly server: TestServer;
  readonly token: string;
  readonly screen: string;
  readonly source: string;
  readonly params: Row;
}

export interface Proof {
  readonly faults: readonly string[];
  readonly figures: number;
  readonly rows: number;
}

interface Opened {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly hash: string | null;
    readonly rows: number;
    readonly records: number;
    readonly text: string;
  };
}

export function figuresOf({
  server,
  screen,
  source,
}: Pick<Asked, 'server' | 'screen' | 'source'>): LinkedFigures | null {
  const linked = server.context.definitions.current().screens.get(screen)?.screen.data[source];
  return linked?.kind === 'sql' ? (linked.figures ?? null) : null;
}

const asked = ({ screen, source, params }: Asked) => ({ screen, source, params, dataset: 'both' });

export async function rowsOf(of: Asked): Promise<readonly Row[]> {
  const { server, token } = of;
  const { json, text, status } = await server.call('POST', '/query', {
    token,
    body: { ...asked(of), limit: 100_000 },
  });
  if (status !== 200) throw new Error(`${of.screen} ${of.source}: ${text}`);
  const columns = json.columns as readonly { readonly id: string }[];
  const values = json.values as readonly (readonly unknown[])[];
  return Array.from({ length: json.count as number }, (_, i) =>
    Object.fromEntries(columns.map(({ id }, j) => [id, values[j]?.[i] ?? null])),
  );
}

export function open(of: Asked, column: string | null, at: readonly object[]): Promise<Opened> {
  const body = { ...asked(of), at, ...(column === null ? {} : { column }) };
  return of.server.call('POST', '/query/figure', { token: of.token, body });
}

const atOf = (row: Row, keys: readonly string[]) =>
  keys.map((column) => ({ column, value: row[column] ?? null }));
const sumOf = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);

/** Rows worth a look: the first, the last, one with a missing key, one with a figure of nothing. */
function chosen(rows: readonly Row[], { keys, columns }: LinkedFigures): readonly Row[] {
  const some = [
    rows[0],
    rows.at(-1),
    rows.find((row) => keys.some((key) => row[key] === null || row[key] === '')),
    rows.find((row) => Object.keys(columns).some((id) => row[id] === 0)),
  ];
  return [...new Set(some.filter((row) => row !== undefined))];
}

/** What is wrong with the rows of one figure, at a place and in sum; null for nothing. */
function faultOf(value: unknown, how: string | null, { json }: Opened): string | null {
  if (how === 'count' && json.rows !== value) return `is ${String(value)} and leads to ${json.rows} rows`;
  if (how === 'count')
    return json.rows === json.records ? null : `counts ${json.records} records ${json.rows} times`;
  if (value === null)
    return how === null || json.rows === 0 ? null : `is missing and leads to ${json.rows} rows`;
  // A figure that is worked out of others may come to nothing where there is nothing.
  return json.rows > 0 || (how === null && value === 0) ? null : `is ${String(value)} and leads to no rows`;
}

export async function proveFigures(of: Asked): Promise<Proof> {
  const linked = figuresOf(of);
  if (!linked)
    return { faults: [`${of.screen} ${of.source} says nothing of what it counts`], figures: 0, rows: 0 };
  const rows = await rowsOf(of);
  const faults: string[] = [];
  let figures = 0;
  const prove = async (column: string, at: readonly object[], value: unknown, how: string | null) => {
    figures += 1;
    const opened = await open(of, column, at);
    const fault = opened.status === 200 ? faultOf(value, how, opened) : opened.text;
    if (fault) faults.push(`${of.screen} ${of.source}: "${column}" at ${JSON.stringify(at)} ${fault}`);
  };
  for (const [column, { how, adds, why }] of Object.entries(linked.columns)) {
    if (why !== undefined) continue;
    for (const row of chosen(rows, linked)) await prove(column, atOf(row, linked.keys), row[column], how);
    if (!adds || how !== 'count') continue;
    await prove(column, [], sumOf(rows, column), how);
    const [key] = linked.keys;
    const value = rows[0]?.[key ?? ''];
    if (key === undefined || value === undefined) continue;
    const same = rows.filter((row) => row[key] === value);
    await prove(column, [{ column: key, value }], sumOf(same, column), how);
  }
  if (linked.own) {
    const all = await open(of, null, []);
    figures += 1;
    if (all.status !== 200 || all.json.rows !== rows.length)
      faults.push(`${of.screen} ${of.source}: ${rows.length} rows lead to ${all.text}`);
  }
  return { faults, figures, rows: rows.length };
}
