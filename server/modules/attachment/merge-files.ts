// Files to one PDF: a picture on a sheet of its own, a PDF with all of its pages. The only place that knows the library.
import { degrees, PDFDocument, type PDFImage, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import type { FileType } from './attachments.ts';
import { cameraTurn } from './picture-turn.ts';

export interface MergedFile {
  readonly name: string;
  readonly type: FileType;
  /** Degrees to the right. */
  readonly rotation: number;
  readonly bytes: () => Promise<Uint8Array>;
}

/** A file that cannot be read, by its place among those that were asked for. */
export class UnreadableFile extends Error {
  constructor(
    readonly place: number,
    readonly file: string,
  ) {
    super(`"${file}" cannot be read: it is damaged or locked with a password. Untick it, or give it anew.`);
  }
}

const sheet = { short: 595.28, long: 841.89, margin: 36, caption: 18 } as const;

/** The picture as large as the sheet allows, turned about its own middle. */
function drawPicture(page: PDFPage, image: PDFImage, turn: number): void {
  const across = turn === 90 || turn === 270;
  const room = {
    width: page.getWidth() - 2 * sheet.margin,
    height: page.getHeight() - 2 * sheet.margin - sheet.caption,
  };
  const shown = across ? { width: image.height, height: image.width } : image;
  const scale = Math.min(room.width / shown.width, room.height / shown.height, 2);
  const [width, height] = [image.width * scale, image.height * scale];
  const [middleX, middleY] = [page.getWidth() / 2, sheet.margin + sheet.caption + room.height / 2];
  // The library turns to the left about the lower left corner.
  const angle = (-turn * Math.PI) / 180;
  const x = middleX - (width / 2) * Math.cos(angle) + (height / 2) * Math.sin(angle);
  const y = middleY - (width / 2) * Math.sin(angle) - (height / 2) * Math.cos(angle);
  page.drawImage(image, { x, y, width, height, rotate: degrees(-turn) });
}

/** The same files come to the same bytes: the date is that of the call. */
export async function mergeFiles(files: readonly MergedFile[], title: string, at: Date): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false });
  doc.setTitle(title);
  doc.setCreationDate(at);
  doc.setModificationDate(at);
  const font = await doc.embedFont(StandardFonts.Helvetica);
  for (const [place, { name, type, rotation, bytes }] of files.entries()) {
    const content = await bytes();
    try {
      if (type === 'application/pdf') {
        const other = await PDFDocument.load(content, { updateMetadata: false });
        // Once a file: page by page would copy its fonts each time.
        for (const page of await doc.copyPages(other, other.getPageIndices())) {
          if (rotation !== 0) page.setRotation(degrees((page.getRotation().angle + rotation) % 360));
          doc.addPage(page);
        }
        continue;
      }
      const image = await (type === 'image/png' ? doc.embedPng(content) : doc.embedJpg(content));
      const turn = (rotation + (type === 'image/jpeg' ? cameraTurn(content) : 0)) % 360;
      const wide = turn % 180 === 0 ? image.width > image.height : image.height > image.width;
      const page = doc.addPage(wide ? [sheet.long, sheet.short] : [sheet.short, sheet.long]);
      drawPicture(page, image, turn);
      // This font knows Latin letters alone; a name in others is a caption of marks.
      const caption = name.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 110);
      page.drawText(caption, { x: sheet.margin, y: sheet.margin, size: 9, font });
    } catch {
      throw new UnreadableFile(place, name);
    }
    // Others' requests are answered between two files.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return doc.save();
}
