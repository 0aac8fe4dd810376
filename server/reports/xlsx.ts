import { Zip, ZipDeflate } from 'fflate';
import type { FormatId } from '#src/core/linked.ts';
import type { FileColumn, FileWriter } from './file-format.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats of numbers, by their place in `styles`; 0 is none, 1 a day, 2 a heading. */
const numberStyles: { readonly [format in FormatId]?: readonly [style: number, code: string] } = {
  integer: [3, '#,##0'],
  currency: [4, '"$"#,##0'],
  percent: [5, '0.0%'],
  rate: [6, '#,##0.00'],
  ratio: [7, '0.000'],
  factor: [8, '0.0000'],
  area: [9, '#,##0.###'],
  id: [10, '0'],
  baseYear: [10, '0'],
};
const codes = [...new Map(Object.values(numberStyles)).values()].map((code) =>
  code.replaceAll('"', '&quot;'),
);

const styles = `<styleSheet xmlns="${main}"><numFmts count="${codes.length + 1}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>${codes.map((code, i) => `<numFmt numFmtId="${165 + i}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${codes.length + 3}"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/>${codes.map((_, i) => `<xf numFmtId="${165 + i}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

/** The parts beside the sheets, the sheets' names among them. */
function partsOf(names: readonly string[]): readonly (readonly [name: string, text: string])[] {
  const each = (text: (name: string, n: number) => string) =>
    names.map((name, i) => text(name, i + 1)).join('');
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${part}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${officeRels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeRels}"><sheets>${each((name, n) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRels}">${each((_, n) => `<Relationship Id="rId${n}" Type="${officeRels}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${officeRels}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

const sheetHead = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

function widthsOf(widths: readonly number[]): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

// Control characters and halves of a pair: XML 1.0 cannot hold them.
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** Characters that a cell holds, as spreadsheets count them. */
export const longestCell = 32_767;

/** A text that is longer than a cell says at its end that it is not the whole. */
function fitting(text: string): string {
  if (text.length <= longestCell) return text;
  const note = ` … [cut: the whole has ${text.length.toLocaleString('en-AU')} characters, a cell holds ${longestCell.toLocaleString('en-AU')}]`;
  return text.slice(0, longestCell - note.length) + note;
}

// Spreadsheets read `_x0041_` as the character of that number.
const numbered = /_(?=x[\dA-Fa-f]{4}_)/g;

function escaped(text: string): string {
  return text
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function textCell(text: string, style: string): string {
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(fitting(text)).replace(numbered, '_x005F_')}</t></is></c>`;
}

const day = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
// Spreadsheets count a 29 February 1900 that never was; dates before are text.
const firstDay = Date.UTC(1900, 2, 1);

function dateCell(text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && at >= firstDay
    ? `<c s="1"><v>${(at - epoch) / day}</v></c>`
    : textCell(text, '');
}

/** One typed cell without its place: a text is a text whatever it begins with. */
export function xlsxCell(value: unknown, type: FileColumn['type'], format?: FormatId): string {
  if (value === null || value === undefined) return '<c/>';
  const [style] = (format && numberStyles[format]) ?? [];
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c${style ? ` s="${style}"` : ''}><v>${value}</v></c>` : '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'string') return type === 'date' ? dateCell(value) : textCell(value, '');
  return textCell(Array.isArray(value) ? value.map(String).join('; ') : JSON.stringify(value), '');
}

export function boldCell(text: string): string {
  return textCell(text, ' s="2"');
}

const columnNames: string[] = [];

/** A, B … Z, AA, AB …, counted from 0. */
function columnName(at: number): string {
  const known = columnNames[at];
  if (known !== undefined) return known;
  const letter = String.fromCharCode(65 + (at % 26));
  const name = at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
  columnNames[at] = name;
  return name;
}

/** Writes a workbook sheet by sheet; the same rows come to the same bytes. */
export interface Workbook {
  /** Opens the next sheet under its headings; the one before is closed. Widths in characters. */
  readonly sheet: (titles: readonly string[], widths?: readonly number[]) => void;
  /** Cells as `xlsxCell` writes them. */
  readonly rows: (rows: readonly (readonly string[])[]) => void;
  readonly end: () => void;
  /** The bytes since they were last taken. */
  readonly take: () => Uint8Array;
}

export const xlsxType = `${part}.sheet`;

export function openWorkbook(names: readonly string[]): Workbook {
  const encoder = new TextEncoder();
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const file = (name: string): ZipDeflate => {
    const made = new ZipDeflate(name, { level: 6 });
    // The earliest that the format knows: the moment of writing would make every file another one.
    made.mtime = new Date(1980, 0, 1);
    zip.add(made);
    return made;
  };
  for (const [name, text] of partsOf(names)) file(name).push(encoder.encode(xml + text), true);
  let sheet: ZipDeflate | null = null;
  let opened = 0;
  let written = 0;
  // Optional in the standard, but there are readers that count on it.
  const row = (cells: readonly string[]): string => {
    written += 1;
    return `<row r="${written}">${cells.map((cell, i) => `<c r="${columnName(i)}${written}"${cell.slice(2)}`).join('')}</row>`;
  };
  const push = (text: string, last = false): void => sheet?.push(encoder.encode(text), last);
  const close = (): void => {
    push('</sheetData></worksheet>', true);
    sheet = null;
  };
  return {
    sheet: (titles, widths = []) => {
      close();
      opened += 1;
      written = 0;
      sheet = file(`xl/worksheets/sheet${opened}.xml`);
      push(`${sheetHead}${widthsOf(widths)}<sheetData>`);
      push(row(titles.map(boldCell)));
    },
    rows: (rows) => push(rows.map(row).join('')),
    end: () => {
      close();
      zip.end();
    },
    take: () => {
      const all = Buffer.concat(chunks);
      chunks = [];
      return all;
    },
  };
}

/** `about` is what a second sheet says of the rows, a line each; none where it is empty. */
export function xlsxWriter(
  columns: readonly FileColumn[],
  about: readonly (readonly string[])[] = [],
): FileWriter {
  const book = openWorkbook(about.length === 0 ? ['Rows'] : ['Rows', 'About']);
  return {
    contentType: xlsxType,
    head: () => {
      book.sheet(columns.map(({ title }) => title));
      return book.take();
    },
    rows: (rows) => {
      book.rows(rows.map((row) => columns.map(({ id, type }) => xlsxCell(row[id], type))));
      return book.take();
    },
    end: (also = []) => {
      if (about.length > 0) {
        book.sheet(['What', 'Value'], [28, 100]);
        book.rows([...also, ...about].map((line) => line.map((text) => xlsxCell(text, 'text'))));
      }
      book.end();
      return book.take();
    },
  };
}
