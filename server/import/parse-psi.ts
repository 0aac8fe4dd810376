import { parseStamp } from './fields.ts';
import { parseHeader } from './parse-header.ts';
import { parseArchiveSale, parseCurrentSale, type SaleHead } from './parse-sale.ts';
import { ImportRefusal } from './refusal.ts';
import type { Finding, Header, RecordCounts, SaleRecord } from './sale-record.ts';
import { textLines } from './text-lines.ts';

export interface PsiOptions {
  /** Off by default: the names of owners that some files carry are not read. */
  readonly keepOwnerNames: boolean;
}

export interface PsiFile {
  readonly header: Header;
  readonly counts: RecordCounts;
}

/**
 * Reads one sales file of any known layout and hands each sale to `onSale` in the file's order. Throws an
 * ImportRefusal that names the line at the first thing that makes the file untrustworthy: then whatever was
 * handed over must be dropped.
 */
export function parsePsi(
  bytes: Buffer,
  options: PsiOptions,
  onSale: (sale: SaleRecord, header: Header) => void,
): PsiFile {
  const reader = new PsiReader(options, onSale);
  const lines = textLines(bytes);
  for (let i = 0; i < lines.length; i++) {
    reader.readLine(lines[i] as string, i + 1);
  }
  return reader.finish(lines.length);
}

class PsiReader {
  private header: Header | null = null;
  private open: OpenSale | null = null;
  private closed = false;
  private readonly counts = { total: 0, b: 0, c: 0, d: 0 };

  constructor(
    private readonly options: PsiOptions,
    private readonly onSale: (sale: SaleRecord, header: Header) => void,
  ) {}

  readLine(text: string, line: number): void {
    if (this.closed) {
      if (text.trim() === '') return;
      throw new ImportRefusal(
        'after-trailer',
        line,
        'There is text after the trailer (Z). Are two files joined?',
      );
    }
    if (this.header === null) {
      this.header = parseHeader(text);
      this.counts.total++;
      return;
    }
    this.counts.total++;
    // Most lines by far: an owner whose name is not kept, of the sale at hand.
    if (!this.options.keepOwnerNames && this.open !== null && text.startsWith(this.open.owner)) {
      this.counts.d++;
      return;
    }
    const part = text.split(';');
    switch (part[0]) {
      case 'B':
        this.flush();
        this.counts.b++;
        this.open = openSale(
          this.header.layout === 'archive'
            ? parseArchiveSale(part, line, this.header)
            : parseCurrentSale(part, line, this.header),
          `D;${part[1]};${part[2]};${part[3]};`,
        );
        return;
      case 'C':
        this.counts.c++;
        readLegal(this.saleOf(part, line), part);
        return;
      case 'D':
        this.counts.d++;
        readOwner(this.saleOf(part, line), part, this.options.keepOwnerNames);
        return;
      case 'Z':
        this.flush();
        this.checkTrailer(part, line);
        this.closed = true;
        return;
      default:
        throw new ImportRefusal(
          'unknown-record',
          line,
          `A line begins with A, B, C, D or Z, this one with "${text.slice(0, 20)}".`,
        );
    }
  }

  finish(lines: number): PsiFile {
    if (this.header === null || !this.closed) {
      throw new ImportRefusal(
        'trailer-missing',
        lines,
        'The file ends without its trailer (Z). Is it cut off?',
      );
    }
    return { header: this.header, counts: this.counts };
  }

  private flush(): void {
    if (this.open === null || this.header === null) return;
    this.onSale(closeSale(this.open), this.header);
    this.open = null;
  }

  /** C and D follow their B; where the property id is blank their columns may be shifted one to the left. */
  private saleOf(part: readonly string[], line: number): OpenSale {
    const open = this.open;
    if (this.header?.layout === 'archive') {
      throw new ImportRefusal(
        'unknown-record',
        line,
        'Archive files (1990 to 2001) have no C and D records.',
      );
    }
    if (part.length < 6) {
      throw new ImportRefusal(
        'wrong-field-count',
        line,
        `The ${part[0]} record has ${part.length - 1} fields, too few.`,
      );
    }
    const counter = isShifted(part) ? part[2] : part[3];
    if (open === null || Number(counter) !== open.head.sale_counter) {
      throw new ImportRefusal(
        'orphan-line',
        line,
        `The ${part[0]} record of sale counter "${counter}" does not follow its B record.`,
      );
    }
    if (isShifted(part)) open.shifted++;
    return open;
  }

  private checkTrailer(part: readonly string[], line: number): void {
    const archive = this.header?.layout === 'archive';
    const found = archive ? [this.counts.b] : [this.counts.b, this.counts.c, this.counts.d];
    const names = ['B', 'C', 'D'];
    const total = Number(part[1]);
    const wrong: string[] = [];
    // The layout says that the total includes A and Z; archive files in circulation count B alone.
    if (total !== this.counts.total && !(archive && total === this.counts.b)) {
      wrong.push(`${part[1]} records in all, found ${this.counts.total}`);
    }
    found.forEach((count, i) => {
      if (part[i + 2] === undefined || part[i + 2] === '' || Number(part[i + 2]) !== count) {
        wrong.push(`${part[i + 2] ?? ''} ${names[i]} records, found ${count}`);
      }
    });
    if (wrong.length > 0) {
      throw new ImportRefusal(
        'trailer-counts',
        line,
        `The trailer says ${wrong.join('; ')}. Nothing of the file is kept.`,
      );
    }
  }
}

interface OpenSale {
  readonly head: SaleHead;
  /** How an unshifted D record of the sale begins. */
  readonly owner: string;
  readonly legal: string[];
  shifted: number;
  readonly vendors: string[];
  readonly purchasers: string[];
}

function openSale(head: SaleHead, owner: string): OpenSale {
  return { head, owner, legal: [], shifted: 0, vendors: [], purchasers: [] };
}

function isShifted(part: readonly string[]): boolean {
  return part[2] !== '' && parseStamp(part[3] ?? '') !== null && parseStamp(part[4] ?? '') === null;
}

/** The text may hold the delimiter; what a cut at 70 characters left at its ends belongs to it. */
function readLegal(sale: OpenSale, part: readonly string[]): void {
  sale.legal.push(part.slice(isShifted(part) ? 4 : 5, part.length - 1).join(';'));
}

function readOwner(sale: OpenSale, part: readonly string[], keep: boolean): void {
  if (!keep) return;
  const role = isShifted(part) ? 4 : 5;
  // The last field of a 13-field record is a mark (N or Y), not a name.
  const end = part.length === 13 && /^[NY]?$/.test(part[11] ?? '') ? 11 : part.length;
  const name = part
    .slice(role + 1, end)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ');
  if (name === '' || isShifted(part)) return;
  (part[role] === 'V' ? sale.vendors : sale.purchasers).push(name);
}

function closeSale(sale: OpenSale): SaleRecord {
  const legal = sale.legal.join('').trim();
  const shifted: readonly Finding[] =
    sale.shifted === 0
      ? []
      : [
          {
            code: 'shifted-line',
            message: `${sale.shifted} C or D lines lack the blank property id and were shifted back.`,
          },
        ];
  return {
    ...sale.head,
    legal_description: legal === '' ? sale.head.legal_description : legal,
    vendors: sale.vendors,
    purchasers: sale.purchasers,
    findings: shifted.length === 0 ? sale.head.findings : [...sale.head.findings, ...shifted],
  };
}
