import { formatValue } from '#src/core/format.ts';
import type { PaperElement } from '#src/core/paper.ts';
import { Problem } from '../../problem.ts';
import { TooManyPages } from './flow.ts';
import type { Gathered } from './gather.ts';
import { layOut } from './layout.ts';
import { paperOf } from './page.ts';
import { writePdf } from './write-pdf.ts';

/** The same inputs and rows give the same bytes but for the moment of the run. */
export async function makePdf(
  { title, paper: wanted, params, elements: body, company, at }: Gathered,
  reader: string,
): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const line = params.map((param) => `${param.title}: ${param.value}`).join(' · ');
  const elements: PaperElement[] = [
    { kind: 'heading', level: 1, text: title },
    ...(line === '' ? [] : [{ kind: 'paragraph', runs: [{ text: line, bold: false }] } as const]),
    ...(wanted.contents ? [{ kind: 'contents' } as const] : []),
    ...body,
  ];
  const paper = paperOf(wanted.orientation);
  const laid = await layOut({ paper, elements, mostPages: wanted.pages }).catch((error: unknown) => {
    if (!(error instanceof TooManyPages)) throw error;
    throw new Problem('refused', `${error.message} Narrow the filters, or export the rows as CSV or XLSX.`);
  });
  const bytes = await writePdf(laid, paper, {
    title,
    author: company,
    above: [title, line.length > 140 ? `${line.slice(0, 139)}…` : line],
    below: `${company} · ${formatValue('datetime', at.toISOString())} · ${reader}`,
    at,
  });
  return { bytes, pages: laid.pages };
}
