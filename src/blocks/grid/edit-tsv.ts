import { asItWas } from '#src/core/formula.ts';

/** The cells of a text that a spreadsheet or a grid put into the clipboard: tabs between cells, quotes where a cell holds them. */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (let i = 0; i < source.length; i += 1) {
    const letter = source.charAt(i);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source.charAt(i + 1) === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === '\t' || letter === '\n') {
      row.push(cell);
      cell = '';
      if (letter === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += letter;
  }
  row.push(cell);
  rows.push(row);
  return rows.map((cells) => cells.map(asItWas));
}
