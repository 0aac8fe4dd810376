import { formatValue } from '#src/core/format.ts';
import type { LinkedPaper } from '#src/core/linked.ts';
import type { PaperElement } from '#src/core/paper.ts';
import { Problem } from '../../problem.ts';
import { TooManyPages } from './flow.ts';
import type { Gathered } from './gather.ts';
import { layOut, mostRowsOfPage } from './layout.ts';
import { paperOf } from './page.ts';
import { leaveTurn, type Turn } from './turn.ts';
import { writePdf } from './write-pdf.ts';

function tooLong(fact: string): Problem {
  return new Problem('refused', `${fact} Narrow the filters, or export the rows as CSV or XLSX.`);
}

/** Refuses, before a row is read, what can have no fewer pages than are too many. */
export function refuseTooLong({ orientation, pages: most }: LinkedPaper, rows: number): void {
  const least = Math.ceil(rows / mostRowsOfPage(paperOf(orientation)));
  if (least > most)
    throw tooLong(
      `${rows} rows take ${least} pages or more, and ${most} ${most === 1 ? 'is' : 'are'} the most.`,
    );
}

/** The same inputs and rows give the same bytes but for the moment of the run. */
export async function makePdf(
  { title, paper: wanted, params, elements: body, company, at }: Gathered,
  reader: string,
  turn: Turn = leaveTurn,
): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const line = params.map((param) => `${param.title}: ${param.value}`).join(' · ');
  const elements: PaperElement[] = [
    { kind: 'heading', level: 1, text: title },
    ...(line === '' ? [] : [{ kind: 'paragraph', runs: [{ text: line, bold: false }] } as const]),
    ...(wanted.contents ? [{ kind: 'contents' } as const] : []),
    ...body,
  ];
  const paper = paperOf(wanted.orientation);
  const laid = await layOut({ paper, elements, mostPages: wanted.pages, turn }).catch((error: unknown) => {
    if (!(error instanceof TooManyPages)) throw error;
    throw tooLong(error.message);
  });
  const bytes = await writePdf(
    laid,
    paper,
    {
      title,
      author: company,
      above: [title, line.length > 140 ? `${line.slice(0, 139)}…` : line],
      below: `${company} · ${formatValue('datetime', at.toISOString())} · ${reader}`,
      at,
    },
    turn,
  );
  return { bytes, pages: laid.pages };
}
