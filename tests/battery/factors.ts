import type { LinkedScreen } from '#src/core/linked.ts';
import type { Combination, Factors } from './pairwise.ts';

/** The role of who is not signed in. */
export const signedOut = 'signed-out';

/** Everything but the role, whose levels are those of the database. */
const others = {
  rows: ['none', 'one', 'many'],
  network: ['ok', 'slow', '403', '404', '409', '422', '500'],
  view: ['desktop', 'narrow', 'zoomed'],
  scheme: ['light', 'dark'],
  input: ['pointer', 'keyboard'],
  parts: ['closed', 'opened'],
} as const;

/** Width and height in CSS pixels; a window of 1280 at 200 % has 640 of them, each two dots wide. */
export const views: { readonly [view: string]: readonly [width: number, height: number, dots: number] } = {
  desktop: [1280, 800, 1],
  narrow: [360, 740, 1],
  zoomed: [640, 400, 2],
};

export interface Case {
  readonly role: string;
  readonly rows: string;
  readonly network: string;
  readonly view: string;
  readonly scheme: string;
  readonly input: string;
  /** opened: with its filters unfolded, and every tab in turn. */
  readonly parts: string;
}

export function caseOf(combination: Combination): Case {
  const level = (factor: string) => combination[factor] ?? '';
  return {
    role: level('role'),
    rows: level('rows'),
    network: level('network'),
    view: level('view'),
    scheme: level('scheme'),
    input: level('input'),
    parts: level('parts'),
  };
}

/** The factors of one screen: who may see it, and of what it reads nothing the data cannot be many or late. */
export function factorsOf(screen: LinkedScreen, roles: readonly string[]): Factors {
  const reads = Object.keys(screen.data).length > 0;
  return { role: roles, ...others, ...(reads ? {} : { rows: ['many'], network: ['ok'] }) };
}

export function caseText(drawn: Case): string {
  return `as ${drawn.role}, rows ${drawn.rows}, network ${drawn.network}, ${drawn.view}, ${drawn.scheme}, ${drawn.input}, parts ${drawn.parts}`;
}
