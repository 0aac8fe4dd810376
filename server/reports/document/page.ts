// What lies on a page, in points from its upper left corner; made by the layout, written by the PDF writer.

export type Weight = 'regular' | 'bold' | 'italic' | 'boldItalic';

export type Op =
  | {
      readonly op: 'text';
      readonly x: number;
      /** Of the top of the line. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly weight: Weight;
      readonly colour: string;
    }
  | {
      readonly op: 'rule';
      readonly x: number;
      readonly y: number;
      readonly to: number;
      readonly colour: string;
    }
  | {
      readonly op: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
    }
  | {
      readonly op: 'svg';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly svg: string;
    };

/** A part of the text in reading order, with the structure that assistive technology is told. */
export type Piece =
  | {
      readonly role: 'H1' | 'H2' | 'H3' | 'P' | 'Caption' | 'Figure' | 'TOCI';
      readonly page: number;
      readonly ops: readonly Op[];
      readonly alternative?: string;
    }
  | {
      readonly role: 'row';
      readonly page: number;
      /** Which table the row is of; its first row opens it. */
      readonly table: number;
      readonly cells: readonly { readonly role: 'TH' | 'TD'; readonly ops: readonly Op[] }[];
      /** Lines and grounds, which say nothing. */
      readonly decoration: readonly Op[];
    }
  /** What is repeated or drawn only for the eye. */
  | { readonly role: 'artifact'; readonly page: number; readonly ops: readonly Op[] };

export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const short = 595.28;
const long = 841.89;
const margins = { left: 36, right: 36, top: 52, bottom: 44 };

/** A4, in points. */
export function paperOf(orientation: 'portrait' | 'landscape'): Paper {
  return orientation === 'portrait'
    ? { width: short, height: long, ...margins }
    : { width: long, height: short, ...margins };
}

export const bodySize = 9;

export const ink = {
  text: '#1c2127',
  muted: '#5f6b7c',
  rule: '#c5cbd3',
  ground: '#eef1f4',
  bad: '#ac2f33',
  warning: '#935610',
  good: '#1c6e42',
  synthetic: '#5642a6',
} as const;
