/** Records of CSV as PostgreSQL writes it, the headings first, as they come; an empty cell without quotes is null. */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly (string | null)[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let begun = 0;
    for (;;) {
      const end = endOfRecord(text, begun);
      if (end < 0) break;
      yield cellsOf(text.slice(begun, end));
      begun = end + 1;
    }
    rest = text.slice(begun);
  }
  const last = rest + decoder.decode();
  if (last !== '') yield cellsOf(last);
}

/** The line end that is in no quotes: an even number of them stands before it. */
function endOfRecord(text: string, from: number): number {
  let quoted = false;
  let at = from;
  for (;;) {
    const line = text.indexOf('\n', at);
    if (line < 0) return -1;
    for (let quote = text.indexOf('"', at); quote >= 0 && quote < line; quote = text.indexOf('"', quote + 1))
      quoted = !quoted;
    if (!quoted) return line;
    at = line + 1;
  }
}

function cellsOf(record: string): readonly (string | null)[] {
  if (!record.includes('"')) return record.split(',').map((cell) => (cell === '' ? null : cell));
  const cells: (string | null)[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy;
  for (let found = cell.exec(record); found; found = cell.exec(record)) {
    cells.push(found[1] === undefined ? found[2] || null : found[1].replaceAll('""', '"'));
    if (found[3] === '') break;
  }
  return cells;
}
