import { ImportRefusal } from './refusal.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

/** Records of a CSV text (RFC 4180): cells in quotes may hold commas, quotes and line ends. Empty lines are passed over. */
export function csvRecords(text: string): readonly CsvRecord[] {
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
      const quoted = /"([^"]*(?:""[^"]*)*)"/y;
      quoted.lastIndex = at;
      const found = quoted.exec(source);
      if (!found) throw new ImportRefusal('bad-value', begun, 'A quotation mark is opened and never closed.');
      cell = (found[1] ?? '').replaceAll('""', '"');
      line += (found[0].match(/\n/g) ?? []).length;
      at += found[0].length;
    } else {
      const plain = /[^,\r\n]*/y;
      plain.lastIndex = at;
      cell = plain.exec(source)?.[0] ?? '';
      at += cell.length;
    }
    cells.push(cell);
    if (source[at] === ',') {
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
