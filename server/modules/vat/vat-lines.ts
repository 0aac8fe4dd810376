// A file of VAT exceptions, version 1 of our reading: docs/help/vat-exceptions.md. One letter is one byte here, so that a place in
// the text is a place in the file and what is not written anew stays as it came.

export type VatEncoding = 'LATIN1' | 'UTF8';

export interface VatLine {
  readonly line_no: number;
  readonly district_code: string;
  readonly base_date: string;
  readonly level: 'ZONE' | 'COMP' | 'PID';
  readonly key: string;
  readonly test: string | null;
  readonly message: string | null;
  readonly given: string | null;
  /** Where the last text field stands, with its quotes. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

export interface VatFault {
  /** Line of the file; null of the whole. */
  readonly line: number | null;
  readonly message: string;
}

export interface VatFile {
  readonly encoding: VatEncoding;
  readonly delimiter: string;
  readonly lines: readonly VatLine[];
  readonly faults: readonly VatFault[];
}

interface Field {
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

const mark = '\u00ef\u00bb\u00bf';
const delimiters = [';', ',', '|', '\t'] as const;
/** Record, district, base date, district again, ITEM, level, key, and a text. */
const fewest = 8;
const levels = ['ZONE', 'COMP', 'PID'] as const;

export function readVat(bytes: Buffer): VatFile {
  const text = bytes.toString('latin1');
  const encoding = encodingOf(bytes);
  const none = (message: string, line: number | null = null): VatFile => ({
    encoding,
    delimiter: ';',
    lines: [],
    faults: [{ line, message }],
  });
  const begin = text.startsWith(mark) ? mark.length : 0;
  if (text.slice(begin).trim() === '') return none('The file is empty.');
  if (text.includes('\0')) return none('This is no text file. Take the file of exceptions as it was sent.');
  const rows = linesOf(text, begin);
  const records = rows.filter(({ from, to }) => to > from);
  const first = records[0];
  const delimiter = first ? delimiters.find((known) => text[first.from + 1] === known) : undefined;
  if (delimiter === undefined || !/[A-Z]/.test(text[first?.from ?? 0] ?? ''))
    return none(
      'This is no file of VAT exceptions: its lines begin with a record letter and “;”.',
      first?.line,
    );
  const faults: VatFault[] = [];
  const items = records.flatMap((row) => {
    const fields = fieldsOf(text, row.from, row.to, delimiter);
    return recordOf(text, fields) === 'B' ? [{ line: row.line, fields }] : [];
  });
  const faultOfWhole = wholeFault(text, records, delimiter, items.length);
  if (faultOfWhole) faults.push(faultOfWhole);
  if (items.length === 0 && faults.length === 0)
    return none('The file has no line of an exception: such a line begins with “B”.', first?.line);
  // With PSI files of the same source every line ends with the delimiter; the explanation stands before it.
  const closed = items.every(({ fields }) => isEmpty(fields.at(-1)));
  const usual = items[0]?.fields.length ?? 0;
  const known = new Map<string, number>();
  const lines: VatLine[] = [];
  for (const { line, fields } of items) {
    const read = lineOf({ text, encoding, delimiter }, line, fields, { closed, usual });
    if (typeof read === 'string') {
      faults.push({ line, message: read });
      continue;
    }
    const one = read;
    const about = [one.district_code, one.base_date, one.level, one.key, one.test, one.message].join(
      '\u0000',
    );
    const before = known.get(about);
    if (before !== undefined) faults.push({ line, message: `It repeats line ${before}.` });
    known.set(about, before ?? line);
    lines.push(one);
  }
  return { encoding, delimiter, lines, faults };
}

/** The file with these explanations by line; every other byte is as it came. */
export function writeVat(bytes: Buffer, file: VatFile, explained: ReadonlyMap<number, string>): Buffer {
  const text = bytes.toString('latin1');
  const { delimiter, encoding } = file;
  const pieces: string[] = [];
  let at = 0;
  for (const { line_no, from, to, quoted } of file.lines) {
    const words = explained.get(line_no);
    if (words === undefined) continue;
    const plain = Buffer.from(words, encoding === 'UTF8' ? 'utf8' : 'latin1').toString('latin1');
    const quotes = quoted || plain.includes(delimiter) || plain.startsWith('"');
    pieces.push(text.slice(at, from), quotes ? `"${plain.replaceAll('"', '""')}"` : plain);
    at = to;
  }
  pieces.push(text.slice(at));
  return Buffer.from(pieces.join(''), 'latin1');
}

function lineOf(
  { text, encoding, delimiter }: { readonly text: string } & Pick<VatFile, 'encoding' | 'delimiter'>,
  line_no: number,
  fields: readonly Field[],
  { closed, usual }: { readonly closed: boolean; readonly usual: number },
): VatLine | string {
  const words = (field: Field | undefined) => (field ? wordsOf(text, field, encoding) : '');
  const own = closed ? fields.slice(0, -1) : fields;
  if (fields.length < usual)
    return `It has ${fields.length} fields, the lines before it ${usual}: the file is cut off.`;
  if (own.length < fewest) return `It has ${own.length} fields, and needs ${fewest} at least.`;
  const [, district = '', date = '', again = '', , level = '', key = ''] = own.map(words);
  const last = own.at(-1);
  if (!last) return 'It is empty.';
  if (!/^[0-9]{3}$/.test(district)) return `“${cut(district)}” is no district; three digits are.`;
  if (!/^(19|20)[0-9]{2}0701$/.test(date))
    return `“${cut(date)}” is no base date; a 1 July such as 20260701 is.`;
  const known = levels.find((one) => one === level);
  if (known === undefined) return `“${cut(level)}” is no level; ZONE, COMP and PID are.`;
  if (key === '') return `It does not say which ${nouns[known]} it is about.`;
  const test = own.length > 8 ? words(own[7]) : '';
  return {
    line_no,
    district_code: district,
    base_date: `${date.slice(0, 4)}-07-01`,
    level: known,
    key,
    // Another reading of the fourth field is the number of the test.
    test: orNull(test) ?? (again !== district ? orNull(again) : null),
    message: orNull(
      own
        .slice(8, -1)
        .map(words)
        .filter((part) => part !== '')
        .join(`${delimiter} `),
    ),
    given: orNull(words(last)),
    from: last.from,
    to: last.to,
    quoted: last.quoted,
  };
}

const nouns = { ZONE: 'zone', COMP: 'component', PID: 'property' } as const;

/** A trailer says how many lines there are; a header without one begins a file that is cut off. */
function wholeFault(
  text: string,
  records: readonly { readonly from: number; readonly to: number; readonly line: number }[],
  delimiter: string,
  items: number,
): VatFault | null {
  const first = records[0];
  const last = records.at(-1);
  if (!first || !last) return null;
  const trailer = text[last.from] === 'Z';
  if (text[first.from] === 'A' && !trailer)
    return {
      line: last.line,
      message: 'The file begins with a header A and ends without its trailer Z: it is cut off.',
    };
  if (!trailer) return null;
  const said = Number(text.slice(last.from, last.to).split(delimiter)[1]);
  return Number.isInteger(said) && said !== records.length && said !== items
    ? {
        line: last.line,
        message: `The trailer says ${said} lines, the file has ${records.length}: it is cut off or was changed.`,
      }
    : null;
}

function linesOf(text: string, begin: number) {
  const found: { readonly line: number; readonly from: number; readonly to: number }[] = [];
  const end = /\r\n|\n|\r/g;
  end.lastIndex = begin;
  let from = begin;
  for (let line = 1; ; line += 1) {
    const hit = end.exec(text);
    found.push({ line, from, to: hit?.index ?? text.length });
    if (!hit) return found;
    from = end.lastIndex;
  }
}

/** A field is quoted where its quotes close before a delimiter; a quote elsewhere is a letter like any other. */
function fieldsOf(text: string, begin: number, end: number, delimiter: string): readonly Field[] {
  const found: Field[] = [];
  let from = begin;
  for (;;) {
    const closing = text[from] === '"' ? closingOf(text, from, end, delimiter) : null;
    const next = closing ?? text.indexOf(delimiter, from);
    const to = next === -1 || next > end ? end : next;
    found.push({ from, to, quoted: closing !== null });
    if (to >= end) return found;
    from = to + 1;
  }
}

/** The place after the closing quote; null where there is none. */
function closingOf(text: string, from: number, end: number, delimiter: string): number | null {
  for (let i = from + 1; i < end; i += 1) {
    if (text[i] !== '"') continue;
    if (i + 1 < end && text[i + 1] === '"') i += 1;
    else return i + 1 >= end || text[i + 1] === delimiter ? i + 1 : null;
  }
  return null;
}

function wordsOf(text: string, { from, to, quoted }: Field, encoding: VatEncoding): string {
  const raw = quoted ? text.slice(from + 1, to - 1).replaceAll('""', '"') : text.slice(from, to);
  return (encoding === 'UTF8' ? Buffer.from(raw, 'latin1').toString('utf8') : raw).trim();
}

const recordOf = (text: string, [first]: readonly Field[]) => (first ? text.slice(first.from, first.to) : '');
const isEmpty = (field: Field | undefined) => field !== undefined && field.from === field.to;
const orNull = (words: string) => (words === '' ? null : words);
const cut = (words: string) => (words.length > 20 ? `${words.slice(0, 20)}…` : words);

/** UTF-8 where a mark says so, or where letters beyond ASCII are just that; else Latin-1, in which every byte is a letter. */
function encodingOf(bytes: Buffer): VatEncoding {
  if (bytes.every((byte) => byte < 0x80)) return 'LATIN1';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'UTF8';
  } catch {
    return 'LATIN1';
  }
}
