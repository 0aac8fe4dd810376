// Where the next piece of a document goes: a page, a place on it, and what is left of it.
import type { Measure } from './fonts.ts';
import { ink, type Op, type Paper, type Piece, type Weight } from './page.ts';

export class TooManyPages extends Error {
  constructor(pages: number, most: number) {
    super(`The document has ${pages} pages, and ${most} ${most === 1 ? 'is' : 'are'} the most.`);
  }
}

export interface ContentsLine {
  readonly level: 1 | 2;
  readonly text: string;
  readonly page: number;
}

export class Flow {
  readonly pieces: Piece[] = [];
  readonly contents: ContentsLine[] = [];
  page = 1;
  y: number;
  readonly paper: Paper;
  readonly measure: Measure;
  #tables = 0;

  constructor(paper: Paper, measure: Measure) {
    this.paper = paper;
    this.measure = measure;
    this.y = paper.top;
  }

  get room(): number {
    return this.paper.width - this.paper.left - this.paper.right;
  }

  get end(): number {
    return this.paper.height - this.paper.bottom;
  }

  nextPage(): void {
    this.page += 1;
    this.y = this.paper.top;
  }

  /** Turns the page where less than `height` is left of it. */
  need(height: number): void {
    if (this.y + height > this.end && this.y > this.paper.top) this.nextPage();
  }

  newTable(): number {
    this.#tables += 1;
    return this.#tables;
  }

  text(x: number, text: string, size: number, weight: Weight = 'regular', colour: string = ink.text): Op {
    return { op: 'text', x, y: this.y, text, size, weight, colour };
  }
}
