import { Zip, ZipDeflate } from 'fflate';
import type { FileColumn, FileWriter } from './file-format.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const fixedParts: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${officeRels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${officeRels}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${officeRels}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRels}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  ],
];

const sheetHead = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

// Control characters and halves of a pair: XML 1.0 cannot hold them.
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const longestCell = 32_767;

function escaped(text: string): string {
  return text
    .slice(0, longestCell)
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function textCell(text: string, style: string): string {
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
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

/** One typed cell: a text is a text whatever it begins with. */
export function xlsxCell(value: unknown, type: FileColumn['type']): string {
  if (value === null || value === undefined) return '<c/>';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'string') return type === 'date' ? dateCell(value) : textCell(value, '');
  return textCell(Array.isArray(value) ? value.map(String).join('; ') : JSON.stringify(value), '');
}

export function xlsxWriter(columns: readonly FileColumn[]): FileWriter {
  const encoder = new TextEncoder();
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const take = (): Uint8Array => {
    const all = Buffer.concat(chunks);
    chunks = [];
    return all;
  };
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  return {
    contentType: `${part}.sheet`,
    head: () => {
      for (const [name, text] of fixedParts) {
        const file = new ZipDeflate(name, { level: 6 });
        zip.add(file);
        file.push(encoder.encode(xml + text), true);
      }
      zip.add(sheet);
      const titles = columns.map(({ title }) => textCell(title, ' s="2"')).join('');
      sheet.push(encoder.encode(`${sheetHead}<row>${titles}</row>`));
      return take();
    },
    rows: (rows) => {
      const text = rows.map(
        (row) => `<row>${columns.map(({ id, type }) => xlsxCell(row[id], type)).join('')}</row>`,
      );
      sheet.push(encoder.encode(text.join('')));
      return take();
    },
    end: () => {
      sheet.push(encoder.encode('</sheetData></worksheet>'), true);
      zip.end();
      return take();
    },
  };
}
