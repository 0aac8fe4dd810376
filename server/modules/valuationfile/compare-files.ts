// Two valuation files beside each other, in words and in an order that does not change.
import { csvRows } from './csv-stream.ts';
import { membersIn, tableMember, yearOf } from './manifest.ts';
import type { ArchiveReader } from './read-archive.ts';

type Cells = { readonly [column: string]: string | null };

async function* rowsOf(file: ArchiveReader, table: string): AsyncGenerator<Cells> {
  if (!membersIn(file.manifest, 'tables').has(table)) return;
  let headings: readonly (string | null)[] | null = null;
  for await (const cells of csvRows(file.bytes(tableMember(table)))) {
    if (headings === null) headings = cells;
    else yield Object.fromEntries(headings.map((name, i) => [name ?? '', cells[i] ?? null]));
  }
}

type Keyed = ReadonlyMap<string, Cells>;

async function keyed(
  file: ArchiveReader,
  table: string,
  keyOf: (row: Cells) => string | null,
): Promise<Keyed> {
  const found = new Map<string, Cells>();
  for await (const row of rowsOf(file, table)) {
    const key = keyOf(row);
    if (key !== null) found.set(key, row);
  }
  return found;
}

const number = new Intl.NumberFormat('en-AU');
const none = '–';

function signed(n: number): string {
  return n === 0 ? none : n > 0 ? `+${number.format(n)}` : `−${number.format(-n)}`;
}

/** Columns of text, the first to the left and the others to the right. */
function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  return lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const under = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : a > b ? 1 : 0;

interface Change {
  readonly key: string;
  readonly text: string;
}

/** What came, what went, and what is another now. */
function changes(
  a: Keyed,
  b: Keyed,
  said: (row: Cells) => string,
  differ: (a: Cells, b: Cells) => string | null,
) {
  const keys = [...new Set([...a.keys(), ...b.keys()])].sort();
  const found: Change[] = [];
  for (const key of keys) {
    const [before, after] = [a.get(key), b.get(key)];
    if (before && after) {
      const text = differ(before, after);
      if (text !== null) found.push({ key, text });
    } else if (after) found.push({ key, text: `added: ${said(after)}` });
    else if (before) found.push({ key, text: `removed: ${said(before)}` });
  }
  return found.map(({ key, text }) => `${key}  ${text}`);
}

function differing(fields: readonly string[]) {
  return (a: Cells, b: Cells): string | null => {
    const parts = fields
      .filter((field) => (a[field] ?? null) !== (b[field] ?? null))
      .map((field) => `${field} ${a[field] ?? none} → ${b[field] ?? none}`);
    return parts.length === 0 ? null : parts.join(', ');
  };
}

const flags: { readonly [flag: string]: string } = { t: 'on', f: 'off' };
const settingOf = (row: Cells) =>
  [flags[row.flag ?? ''], row.number, row.text].find((value) => value !== undefined && value !== null) ??
  'default';

function tableLines(a: ArchiveReader, b: ArchiveReader): readonly string[] {
  const [before, after] = [membersIn(a.manifest, 'tables'), membersIn(b.manifest, 'tables')];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const lines = names.flatMap((name) => {
    const [x, y] = [before.get(name), after.get(name)];
    if (x?.sha256 === y?.sha256) return [];
    const count = (member: typeof x) => (member?.rows === undefined ? none : number.format(member.rows));
    return [[name, count(x), count(y), signed((y?.rows ?? 0) - (x?.rows ?? 0))]];
  });
  return lines.length === 0 ? ['The same in both.'] : aligned([['', 'A', 'B', 'B less A'], ...lines]);
}

/** Land values of the file's own base date, summed by district. */
async function totalsOf(file: ArchiveReader): Promise<ReadonlyMap<string, { n: number; sum: number }>> {
  const totals = new Map<string, { n: number; sum: number }>();
  for await (const row of rowsOf(file, 'property_value')) {
    if (row.base_date !== file.manifest.base_date || row.series !== 'LT' || row.land_value === null) continue;
    const district = row.district_code ?? '';
    const total = totals.get(district) ?? { n: 0, sum: 0 };
    totals.set(district, { n: total.n + 1, sum: total.sum + Number(row.land_value) });
  }
  return totals;
}

async function valueLines(a: ArchiveReader, b: ArchiveReader): Promise<readonly string[]> {
  const [before, after] = [await totalsOf(a), await totalsOf(b)];
  const districts = [...new Set([...before.keys(), ...after.keys()])].sort();
  const all = (totals: typeof before) =>
    [...totals.values()].reduce((whole, { n, sum }) => ({ n: whole.n + n, sum: whole.sum + sum }), {
      n: 0,
      sum: 0,
    });
  const line = (name: string, x: { n: number; sum: number }, y: { n: number; sum: number }) => [
    name,
    number.format(x.n),
    number.format(y.n),
    `$${number.format(x.sum)}`,
    `$${number.format(y.sum)}`,
    x.sum === 0 ? none : `${((y.sum / x.sum - 1) * 100).toFixed(1)} %`,
  ];
  const nothing = { n: 0, sum: 0 };
  return aligned([
    ['District', 'Values A', 'Values B', 'Sum A', 'Sum B', 'Change'],
    ...districts.map((code) => line(code, before.get(code) ?? nothing, after.get(code) ?? nothing)),
    line('All', all(before), all(after)),
  ]);
}

async function componentLines(a: ArchiveReader, b: ArchiveReader): Promise<readonly string[]> {
  const read = (file: ArchiveReader) => keyed(file, 'component', (row) => `${row.district_code} ${row.code}`);
  return changes(
    await read(a),
    await read(b),
    (row) => row.description ?? row.name ?? '',
    differing(['description', 'zone_code', 'property_type', 'active', 'crown_class']),
  );
}

async function factorLines(a: ArchiveReader, b: ArchiveReader): Promise<readonly string[]> {
  const read = (file: ArchiveReader) =>
    keyed(file, 'component_year', (row) =>
      row.base_date === file.manifest.base_date && row.factor !== null
        ? `${row.district_code} ${row.component_code}`
        : null,
    );
  return changes(await read(a), await read(b), (row) => row.factor ?? none, differing(['factor']));
}

async function settingLines(a: ArchiveReader, b: ArchiveReader): Promise<readonly string[]> {
  const read = (file: ArchiveReader) =>
    keyed(file, 'setting', (row) =>
      row.region_id === null ? `${row.key}` : `${row.key} (region ${row.region_id})`,
    );
  return changes(await read(a), await read(b), settingOf, (x, y) =>
    settingOf(x) === settingOf(y) ? null : `${settingOf(x)} → ${settingOf(y)}`,
  );
}

function definitionLines(a: ArchiveReader, b: ArchiveReader): readonly string[] {
  const [before, after] = [membersIn(a.manifest, 'definitions'), membersIn(b.manifest, 'definitions')];
  const all = new Map([...before, ...after]);
  return [...all]
    .sort(byKey)
    .map(([path]) => [path, before.get(path)?.sha256, after.get(path)?.sha256] as const)
    .filter(([, x, y]) => x !== y)
    .map(
      ([path, x, y]) => `${x === undefined ? 'added  ' : y === undefined ? 'removed' : 'changed'}  ${path}`,
    );
}

function headLines(name: string, { manifest, hash }: ArchiveReader): string {
  const { dataset, as_at, product } = manifest;
  return `${name}: ${yearOf(manifest)}, ${dataset} data as at ${as_at.slice(0, 16).replace('T', ' ')} UTC, version ${product.version}, ${hash.slice(0, 12)}`;
}

export async function compareFiles(a: ArchiveReader, b: ArchiveReader): Promise<readonly string[]> {
  const runs = (file: ArchiveReader) => membersIn(file.manifest, 'tables').get('factor_run')?.rows ?? 0;
  if (a.hash === b.hash) return [headLines('A', a), headLines('B', b), '', 'The two are the same.'];
  const mixed = a.manifest.dataset !== b.manifest.dataset;
  return [
    headLines('A', a),
    headLines('B', b),
    ...(mixed ? ['One of them is of synthetic data, so hardly anything is alike.'] : []),
    ...under('Rows of the tables that differ', tableLines(a, b)),
    ...under('Land values of the base date', await valueLines(a, b)),
    ...under('Components', await componentLines(a, b)),
    ...under(
      `Factors of the year (runs: ${number.format(runs(a))} in A, ${number.format(runs(b))} in B)`,
      await factorLines(a, b),
    ),
    ...under('Settings', await settingLines(a, b)),
    ...under('Definitions', definitionLines(a, b)),
  ];
}
