import type { LinkedField } from '#src/core/linked.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';

export const rowCount = 100_000;

const names = [
  'Ash',
  'Birch',
  'Cedar',
  'Elm',
  'Fir',
  'Hazel',
  'Larch',
  'Maple',
  'Oak',
  'Pine',
  'Rowan',
  'Yew',
];
const kinds = ['tree', 'shrub', 'hedge', 'climber'];

function field(
  id: string,
  title: string,
  type: LinkedField['type'],
  format: LinkedField['format'],
  unit: string | null = null,
): LinkedField {
  return { id, title, type, format, unit, codes: null, list: null, description: null, unitField: null };
}

/** Twenty columns about trees: what a nursery would list. */
export const fields: readonly LinkedField[] = [
  field('id', 'Number', 'integer', 'id'),
  field('name', 'Name', 'text', 'text'),
  field('kind', 'Kind', 'text', 'text'),
  field('planted', 'Planted', 'date', 'date'),
  field('height', 'Height', 'number', 'number', 'm'),
  field('price', 'Price', 'integer', 'currency', '$'),
  ...Array.from({ length: 13 }, (_, i) => field(`m${i + 1}`, `Measure ${i + 1}`, 'integer', 'integer', 'mm')),
  field('note', 'Note', 'text', 'text'),
];

// Knuth's multiplicative hash: the same row has the same values in every grid and every run.
function hash(row: number, salt: number): number {
  return Math.imul(row * 31 + salt, 2_654_435_761) >>> 0;
}

export function valueAt(row: number, id: string): string | number | null {
  switch (id) {
    case 'id':
      return row + 1;
    case 'name':
      return `${names[hash(row, 1) % names.length]} ${(hash(row, 2) % 900) + 100}`;
    case 'kind':
      return kinds[hash(row, 3) % kinds.length] ?? null;
    case 'planted':
      return `20${String((hash(row, 4) % 20) + 5).padStart(2, '0')}-0${(hash(row, 5) % 9) + 1}-1${hash(row, 6) % 10}`;
    case 'height':
      return (hash(row, 7) % 4_000) / 100;
    case 'price':
      return (hash(row, 8) % 900_000) + 1_000;
    case 'note':
      return hash(row, 9) % 5 === 0 ? null : `bed ${hash(row, 10) % 60}, row ${hash(row, 11) % 40}`;
    default:
      return hash(row, 20 + Number(id.slice(1))) % 100_000;
  }
}

const orders = new Map<string, readonly number[]>();

function order(sort: readonly string[], find: string): readonly number[] {
  const key = `${sort.join()}|${find}`;
  const known = orders.get(key);
  if (known) return known;
  let rows = Array.from({ length: rowCount }, (_, i) => i);
  if (find)
    rows = rows.filter((row) => String(valueAt(row, 'name')).toLowerCase().includes(find.toLowerCase()));
  const [first] = sort;
  if (first) {
    const id = first.replace(/^-/, '');
    const sign = first.startsWith('-') ? -1 : 1;
    const values = rows.map((row) => valueAt(row, id) ?? '');
    rows = rows
      .map((row, i) => ({ row, value: values[i] ?? '' }))
      .sort((a, b) => sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : a.row - b.row))
      .map(({ row }) => row);
  }
  orders.set(key, rows);
  return rows;
}

/** What a server would answer: column-oriented, the totals over the whole filtered set. */
export function answer(request: PageRequest): RowPage {
  const plain = request.sort.length === 0 && request.find === '';
  const all = plain ? null : order(request.sort, request.find);
  const total = all?.length ?? rowCount;
  const count = Math.max(0, Math.min(request.limit, total - request.offset));
  const rows = Array.from({ length: count }, (_, i) => all?.[request.offset + i] ?? request.offset + i);
  const totals: { [column: string]: number } = {};
  for (const [column, aggregate] of Object.entries(request.totals))
    totals[column] = aggregate === 'count' ? total : 12_345_678;
  return {
    columns: fields.map(({ id, type }) => ({ id, type })),
    values: fields.map(({ id }) => rows.map((row) => valueAt(row, id))),
    offset: request.offset,
    count,
    total,
    limited: false,
    totals,
    run_at: '2026-01-01T00:00:00Z',
    dataset: 'both',
  };
}
