// Several pages as one document: each on a new sheet under its title, with its parameters, in their order.
import type { LinkedPaper } from '#src/core/linked.ts';
import type { PaperElement } from '#src/core/paper.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Caller } from '../../access/caller.ts';
import { Problem } from '../../problem.ts';
import type { PaperServer } from './collect.ts';
import { type DocumentAsk, type Gathered, gather } from './gather.ts';
import { leaveTurn } from './turn.ts';

/** A page of the document. */
export interface Part extends DocumentAsk {
  /** What its sheets are called in a workbook. */
  readonly sheets: string;
}

export interface ManyAsk {
  readonly title: string;
  /** The parameters that were given once for all parts, as a person writes them. */
  readonly said: Gathered['params'];
  readonly parts: readonly Part[];
}

export interface Many extends Gathered {
  /** Parts that could not be computed; each says why in its place. */
  readonly failed: number;
}

/** The pages of each part begin where those of the one before end, however they lie. */
export const combinedPaper: LinkedPaper = {
  orientation: 'landscape',
  pages: 2_000,
  contents: true,
  without: [],
};

function rowsOf(elements: readonly PaperElement[]): number {
  return elements.reduce((sum, element) => sum + (element.kind === 'table' ? element.rows.length : 0), 0);
}

function under(
  part: Part,
  gathered: Pick<Gathered, 'title' | 'params' | 'elements'>,
): readonly PaperElement[] {
  const line = gathered.params.map(({ title, value }) => `${title}: ${value}`).join(' · ');
  return [
    { kind: 'break' },
    { kind: 'heading', level: 1, text: gathered.title, sheets: part.sheets },
    ...(line === '' ? [] : [{ kind: 'paragraph', runs: [{ text: line, bold: false }] } as const]),
    ...gathered.elements,
  ];
}

/** What stands in the place of a part that cannot be computed. Rights are no such fault: they refuse the whole. */
function insteadOf(part: Part, error: unknown): readonly PaperElement[] {
  if (!(error instanceof Problem) || error.status === 404 || error.status === 403 || error.status >= 500)
    throw error;
  const runs = [{ text: error.message, bold: true }];
  return under(part, { title: part.sheets, params: [], elements: [{ kind: 'paragraph', runs }] });
}

/** `told` hears of the rows that there are so far, and throws where they are too many. */
export async function gatherMany(
  { title, said, parts }: ManyAsk,
  caller: Caller,
  scope: Scope,
  server: PaperServer,
  {
    told,
    problemOf,
  }: { readonly told: (rows: number) => void; readonly problemOf: (error: unknown) => unknown },
): Promise<Many> {
  const { turn = leaveTurn } = server;
  const at = server.now();
  const elements: PaperElement[] = [];
  let [rows, failed] = [0, 0];
  for (const [i, part] of parts.entries()) {
    const share = (i / parts.length) * 0.6;
    const what = `Report ${i + 1} of ${parts.length}: ${part.sheets}`;
    const { sheets: _sheets, ...ask } = part;
    const found = await gather(ask, caller, scope, { ...server, turn: () => turn(share, what) })
      .then((gathered) => under(part, gathered))
      .catch((error: unknown) => {
        failed += 1;
        return insteadOf(part, problemOf(error));
      });
    rows += rowsOf(found);
    told(rows);
    elements.push(...found);
  }
  return { title, paper: combinedPaper, params: said, elements, company: scope.session.company, at, failed };
}
