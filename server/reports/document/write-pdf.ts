// Pages to a tagged PDF. The same pages give the same bytes: the date is the run's, and nothing else is of the moment.
import PDFDocument from 'pdfkit';
import toPdf from 'svg-to-pdfkit';
import type { Laid } from './layout.ts';
import { ink, type Op, type Paper, type Piece } from './page.ts';
import { registerFonts } from './pdf-fonts.ts';
import { leaveTurn, type Turn } from './turn.ts';

export interface PdfHead {
  readonly title: string;
  readonly author: string;
  /** Left and right of the line above every page. */
  readonly above: readonly [left: string, right: string];
  /** Left of the page number. */
  readonly below: string;
  readonly at: Date;
}

/** Beyond these rows an element a cell costs more than it helps: the text says so and the file has no structure. */
export const mostTaggedRows = 10_000;

// The types of the library do not know this subset yet.
const accessible: object = { subset: 'PDF/UA' };

type Doc = InstanceType<typeof PDFDocument>;

/** A dash without a gap is a whole line; the library takes no gap of nothing. */
function withoutWholeDashes(svg: string): string {
  return svg.replace(/ stroke-dasharray="[\d.]+[, ]+0"/g, '');
}

function draw(doc: Doc, ops: readonly Op[]): void {
  for (const one of ops) {
    if (one.op === 'text')
      doc
        .font(one.weight)
        .fontSize(one.size)
        .fillColor(one.colour)
        .text(one.text, one.x, one.y, { lineBreak: false });
    else if (one.op === 'rule')
      doc.lineWidth(0.5).strokeColor(one.colour).moveTo(one.x, one.y).lineTo(one.to, one.y).stroke();
    else if (one.op === 'box') doc.rect(one.x, one.y, one.width, one.height).fill(one.colour);
    else
      toPdf(doc, withoutWholeDashes(one.svg), one.x, one.y, {
        width: one.width,
        height: one.height,
        assumePt: true,
        fontCallback: (_family: string, bold: boolean) => (bold ? 'bold' : 'regular'),
      });
  }
}

function artifact(doc: Doc, tagged: boolean, type: 'Pagination' | 'Layout', ops: readonly Op[]): void {
  if (ops.length === 0) return;
  if (tagged) doc.markContent('Artifact', { type });
  draw(doc, ops);
  if (tagged) doc.endMarkedContent();
}

function frame(paper: Paper, head: PdfHead, page: number, pages: number, doc: Doc): readonly Op[] {
  const at = (text: string, x: number, y: number): Op => ({
    op: 'text',
    x,
    y,
    text,
    size: 7.5,
    weight: 'regular',
    colour: ink.muted,
  });
  const right = (text: string, y: number): Op => {
    const width = doc.font('regular').fontSize(7.5).widthOfString(text);
    return at(text, paper.width - paper.right - width, y);
  };
  const foot = paper.height - 30;
  return [
    at(head.above[0], paper.left, 26),
    right(head.above[1], 26),
    { op: 'rule', x: paper.left, y: 40, to: paper.width - paper.right, colour: ink.rule },
    at(head.below, paper.left, foot),
    right(`Page ${page} of ${pages}`, foot),
  ];
}

/** The bytes of the document. */
export async function writePdf(
  laid: Laid,
  paper: Paper,
  head: PdfHead,
  turn: Turn = leaveTurn,
): Promise<Buffer> {
  const rows = laid.pieces.reduce((sum, { role }) => sum + (role === 'row' ? 1 : 0), 0);
  const tagged = rows <= mostTaggedRows;
  const doc = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    fontLayoutCache: false,
    tagged,
    ...(tagged ? accessible : {}),
    info: { Title: head.title, Author: head.author, CreationDate: head.at, ModDate: head.at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  registerFonts(doc);
  await writePieces(doc, laid, paper, head, tagged, turn);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

async function writePieces(
  doc: Doc,
  laid: Laid,
  paper: Paper,
  head: PdfHead,
  tagged: boolean,
  leave: Turn,
): Promise<void> {
  const root = tagged ? doc.struct('Document') : null;
  if (root) doc.addStructure(root);
  let page = 0;
  let table: { readonly id: number; readonly element: PDFKit.PDFStructureElement } | null = null;
  const turn = async (to: number): Promise<void> => {
    while (page < to) {
      doc.addPage();
      page += 1;
      artifact(doc, tagged, 'Pagination', frame(paper, head, page, laid.pages, doc));
      await leave(0.5 + page / laid.pages / 2, `Page ${page} of ${laid.pages}`);
    }
  };
  for (const piece of laid.pieces) {
    await turn(piece.page);
    if (table && !(piece.role === 'artifact' || (piece.role === 'row' && piece.table === table.id))) {
      table.element.end();
      table = null;
    }
    if (piece.role === 'artifact') artifact(doc, tagged, 'Pagination', piece.ops);
    else if (!root)
      draw(
        doc,
        piece.role === 'row' ? [...piece.decoration, ...piece.cells.flatMap(({ ops }) => ops)] : piece.ops,
      );
    else if (piece.role === 'row') {
      artifact(doc, true, 'Layout', piece.decoration);
      if (table === null) {
        const element = doc.struct('Table');
        root.add(element);
        table = { id: piece.table, element };
      }
      addRow(doc, table.element, piece);
    } else addPiece(doc, root, piece);
  }
  table?.element.end();
  await turn(laid.pages);
  root?.end();
}

function addRow(doc: Doc, table: PDFKit.PDFStructureElement, row: Extract<Piece, { role: 'row' }>): void {
  const line = doc.struct('TR');
  table.add(line);
  for (const { role, ops } of row.cells) {
    const cell = doc.struct(role, {}, () => draw(doc, ops));
    line.add(cell);
    cell.end();
  }
  line.end();
}

function textOf(ops: readonly Op[]): string {
  return ops.flatMap((one) => (one.op === 'text' ? [one.text] : [])).join(' ');
}

function addPiece(
  doc: Doc,
  root: PDFKit.PDFStructureElement,
  piece: Exclude<Piece, { role: 'row' | 'artifact' }>,
): void {
  // The parts of a long document stand in the reader's side bar, too.
  if (piece.role === 'H1' || piece.role === 'H2') doc.outline.addItem(textOf(piece.ops));
  const told = piece.alternative ? { alt: piece.alternative } : {};
  const element = doc.struct(piece.role, told, () => draw(doc, piece.ops));
  root.add(element);
  element.end();
}
