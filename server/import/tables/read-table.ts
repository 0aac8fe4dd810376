import { csvRecords } from '../csv-records.ts';
import { ImportRefusal } from '../refusal.ts';
import { type CellValue, cellValue } from './cell-value.ts';
import { decodeText } from './decode-text.ts';
import { readGeoJson } from './read-geojson.ts';
import type { TableColumn, TableKind } from './table-kind.ts';
import type { TableRows } from './table-rows.ts';
import { plainHeading, type ToldKind } from './tell-kind.ts';

interface Written {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a file whole, or throws an ImportRefusal with the first fault: line and column. */
export function readTable(bytes: Buffer, told: ToldKind): TableRows {
  const { text, letters } = decodeText(bytes, told.kind.windows);
  return { ...rowsOfText(text, told), letters };
}

type Read = Omit<TableRows, 'letters'>;

function rowsOfText(text: string, { kind, form }: ToldKind): Read {
  if (form.form === 'geojson') return readGeoJson(text, kind);
  if (form.form === 'json') return rowsOfJson(text, kind);
  const records = csvRecords(text, form.delimiter);
  if (form.form === 'headings') return rowsOfHeadings(records, kind);
  const district = form.form === 'records' ? demandFrame(records, kind) : null;
  const own = form.form === 'records' ? records.slice(1, -1) : records;
  const last = own.at(-1);
  // Without headings a trailer is the only sign of the end; bare lines have none.
  if (form.form === 'bare' && last === undefined) throw noLine(kind);
  return {
    ...rowsOf(
      own.map((record) => recordLine(record, kind)),
      kind,
    ),
    district,
  };
}

function rowsOfHeadings(records: readonly Written[], kind: TableKind): Read {
  const [heading, ...lines] = records;
  if (!heading) throw new ImportRefusal('empty-file', 0, 'The file is empty.');
  const places = placesOf(heading, kind);
  const width = widthOf(heading.cells.length, lines[0]?.cells, kind.trailing);
  const letter =
    kind.record === null ? -1 : heading.cells.findIndex((cell) => plainHeading(cell) === 'record');
  const written = lines.map(({ line, cells }): Written => {
    if (cells.length !== width)
      throw new ImportRefusal(
        'wrong-field-count',
        line,
        `The line has ${cells.length} cells, the headings are ${heading.cells.length}.`,
      );
    if (letter >= 0 && cells[letter]?.trim() !== kind.record)
      throw new ImportRefusal(
        'unknown-record',
        line,
        `The line is a record “${(cells[letter] ?? '').slice(0, 20)}”. Lines of “${kind.title}” are records ${kind.record}.`,
      );
    return { line, cells: places.map((place) => (place === null ? '' : (cells[place] ?? ''))) };
  });
  return { ...rowsOf(written, kind), district: null };
}

/** How many cells each line has: as many as the headings are, and one that is empty where all lines end with a delimiter. */
function widthOf(headings: number, first: readonly string[] | undefined, trailing: boolean): number {
  return trailing && first?.length === headings + 1 && first.at(-1) === '' ? headings + 1 : headings;
}

/** Where each column of the kind stands; null where the file lacks it. */
function placesOf(
  { cells, line }: Written,
  { title, columns, record }: TableKind,
): readonly (number | null)[] {
  const refuse = (reason: string) =>
    new ImportRefusal('wrong-headings', line, `${reason} Is this the file “${title}”?`);
  const taken = new Set<number>();
  const places = columns.map((column) => {
    const found = cells.flatMap((cell, i) => (isHeadingOf(column, cell) ? [i] : []));
    if (found.length > 1) throw refuse(`The heading “${column.title}” stands there ${found.length} times.`);
    const [place] = found;
    if (place === undefined && column.required) throw refuse(`The heading “${column.title}” is missing.`);
    if (place !== undefined) taken.add(place);
    return place ?? null;
  });
  // A comma at the end of each line makes an empty last column; the letter of the record may have a heading.
  for (const [i, cell] of cells.entries())
    if (!taken.has(i) && plainHeading(cell) !== '' && !(record !== null && plainHeading(cell) === 'record'))
      throw refuse(`The heading “${cell.trim()}” is unknown.`);
  return places;
}

const isHeadingOf = ({ id, title }: TableColumn, cell: string) => {
  const plain = plainHeading(cell);
  return plain !== '' && (plain === plainHeading(id) || plain === plainHeading(title));
};

/** A header that names kind and version, and a trailer whose counts are those of the lines; returns the district. */
function demandFrame(records: readonly Written[], { title, version, record }: TableKind): string | null {
  const first = records[0];
  const last = records.at(-1);
  const said = first?.cells[5]?.trim() ?? '';
  if (said !== '' && said !== String(version))
    throw new ImportRefusal(
      'wrong-type',
      first?.line ?? 1,
      `The file is of version ${said} of “${title}”. Version ${version} is read here.`,
    );
  if (last?.cells[0] !== 'Z')
    throw new ImportRefusal(
      'trailer-missing',
      last?.line ?? 0,
      'The last line is no trailer Z. The file is cut off.',
    );
  const place = last.cells.findIndex((cell, i) => i > 0 && cell === record);
  const counts: readonly (readonly [said: string | undefined, are: number])[] = [
    [last.cells[1], records.length],
    [place < 0 ? undefined : last.cells[place + 1], records.length - 2],
  ];
  for (const [said, are] of counts)
    if (Number(said ?? Number.NaN) !== are)
      throw new ImportRefusal(
        'trailer-counts',
        last.line,
        `The trailer says ${said === undefined || said === '' ? 'nothing' : `${said} lines`}, the file has ${are}. It is cut off or was changed.`,
      );
  const district = first?.cells[2]?.trim() ?? '';
  return district === '' ? null : district;
}

function recordLine({ line, cells }: Written, { record, columns, title }: TableKind): Written {
  if (cells[0]?.trim() !== record)
    throw new ImportRefusal(
      'unknown-record',
      line,
      `The line begins with “${(cells[0] ?? '').slice(0, 20)}”. Lines of “${title}” begin with ${record}.`,
    );
  // As PSI files have it, a line may end with the delimiter.
  const own =
    cells.length === columns.length + 2 && cells.at(-1) === '' ? cells.slice(1, -1) : cells.slice(1);
  const least = columns.reduce((most, { required }, i) => (required ? i + 1 : most), 0);
  if (own.length < least || own.length > columns.length)
    throw new ImportRefusal(
      'wrong-field-count',
      line,
      `The line has ${own.length} cells behind its letter, and ${columns.length} are needed.`,
    );
  return { line, cells: own };
}

function rowsOf(written: readonly Written[], kind: TableKind): Pick<TableRows, 'json' | 'count'> {
  if (written.length === 0) throw noLine(kind);
  const { columns } = kind;
  const rows = written.map(({ line, cells }) => {
    const row: { [column: string]: CellValue } = { line };
    for (const [i, column] of columns.entries()) {
      const read = cellValue(cells[i] ?? '', column);
      if ('fault' in read) throw new ImportRefusal('bad-value', line, `${column.title} ${read.fault}`);
      row[column.id] = read.value;
    }
    return JSON.stringify(row);
  });
  return { json: `[${rows.join(',\n')}]`, count: rows.length };
}

function rowsOfJson(text: string, kind: TableKind): Read {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ImportRefusal(
      'not-text',
      0,
      `The file is no JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  const { version, rows } = json as { readonly version?: unknown; readonly rows?: unknown };
  if (version !== kind.version)
    throw new ImportRefusal(
      'wrong-type',
      0,
      `The file is of version ${String(version)} of “${kind.title}”. Version ${kind.version} is read here.`,
    );
  if (!Array.isArray(rows)) throw new ImportRefusal('wrong-type', 0, 'The file has no list “rows”.');
  const known = new Set(kind.columns.map(({ id }) => id));
  const written = rows.map((row: unknown, i): Written => {
    const line = i + 1;
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new ImportRefusal('bad-value', line, 'The row is no object.');
    const unknown = Object.keys(row).find((key) => !known.has(key));
    if (unknown !== undefined)
      throw new ImportRefusal(
        'wrong-headings',
        line,
        `“${unknown.slice(0, 40)}” is no column of “${kind.title}”.`,
      );
    return { line, cells: kind.columns.map(({ id }) => cellOfJson(Reflect.get(row, id), id, line)) };
  });
  return { ...rowsOf(written, kind), district: null };
}

function cellOfJson(value: unknown, id: string, line: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' || typeof part === 'number'))
    return value.join('|');
  throw new ImportRefusal('bad-value', line, `${id} is no text, number or list of them.`);
}

const noLine = ({ title }: TableKind) =>
  new ImportRefusal('empty-file', 0, `The file has no line of “${title}”.`);
