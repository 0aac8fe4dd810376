import { ImportRefusal } from './refusal.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

/** Between the cells: a comma, unless another is named. */
const plainCells: { readonly [delimiter: string]: string } = {
  ',': '[^,\\r\\n]*',
  ';': '[^;\\r\\n]*',
  '|': '[^|\\r\\n]*',
  '\t': '[^\\t\\r\\n]*',
};

/** Records of a CSV text (RFC 4180): cells in quotes may hold the delimiter, quotes and line ends. Empty lines are passed over. */
export function csvRecords(text: string, delimiter = ','): readonly CsvRecord[] {
  const plain = new RegExp(plainCells[delimiter] ?? '', 'y');
  const quoted = /"([^"]*(?:""[^"]*)*)"/y;
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let [line, begun, at] = [1, 1, 0];
  const end = () => {
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: begun });
    cells = [];
  };
  // A mark of the byte order is no letter of the first heading.
  const source = text.replace(/^\uFEFF/, '');
  while (at < source.length) {
    if (cells.length === 0) begun = line;
    let cell: string;
    if (source[at] === '"') {
      quoted.lastIndex = at;
      const found = quoted.exec(source);
      if (!found) throw new ImportRefusal('bad-value', begun, 'A quotation mark is opened and never closed.');
      cell = (found[1] ?? '').replaceAll('""', '"');
      line += (found[0].match(/\n/g) ?? []).length;
      at += found[0].length;
    } else {
      plain.lastIndex = at;
      cell = plain.exec(source)?.[0] ?? '';
      at += cell.length;
    }
    cells.push(cell);
    if (source[at] === delimiter) {
      at++;
      if (at === source.length) cells.push('');
      continue;
    }
    if (at < source.length && source[at] !== '\r' && source[at] !== '\n')
      throw new ImportRefusal('bad-value', line, 'A cell goes on behind its closing quotation mark.');
    if (source[at] === '\r') at++;
    if (source[at] === '\n') at++;
    line++;
    end();
  }
  if (cells.length > 0) end();
  return records;
}
