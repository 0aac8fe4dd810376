// What a page that opens asks a source: one question, whose answer serves every block that begins with a part of it.
import type { LinkedSource } from '#src/core/linked.ts';
import { groupedSort, mostWhole, type PageRequest, type RowPage } from '#src/core/rows.ts';

const everything: PageRequest = { offset: 0, limit: mostWhole, sort: [], find: '', totals: {} };

const order = ({ group = [], sort }: PageRequest) => groupedSort(group, sort).join();

/** The pages that a source is opened with, the whole before the others; those that another holds are left out. */
export function openingPages({ whole, pages = [] }: LinkedSource): readonly PageRequest[] {
  const others: PageRequest[] = [];
  let first = everything;
  for (const page of pages) {
    const plain = whole && order(page) === '' && Object.keys(first.totals).length === 0;
    if (plain) first = { ...first, totals: page.totals };
    else if (!others.some((other) => JSON.stringify(other) === JSON.stringify(page))) others.push(page);
  }
  return whole ? [first, ...others] : others;
}

/** Whether the request begins as the page does: then its rows are among the page's, or come after them. */
function isPartOf(page: PageRequest, request: PageRequest): boolean {
  const { group = [], filter, sample, counted } = request;
  return (
    page.find === request.find &&
    // No page is opened with filters, with a sample or by what is counted.
    !(filter || sample || counted) &&
    order(page) === order(request) &&
    (group.length === 0 || group.join() === (page.group ?? []).join()) &&
    Object.entries(request.totals).every(
      ([column, total]) => JSON.stringify(page.totals[column]) === JSON.stringify(total),
    )
  );
}

/** The part of an answered page that a request asks for; null where rows of it are not there. */
function cut(page: RowPage, { offset, limit, group = [] }: PageRequest): RowPage | null {
  const from = offset - page.offset;
  const isThere = page.offset + page.count >= Math.min(offset + limit, page.total);
  if (from < 0 || !isThere) return null;
  const values = page.values.map((column) => column.slice(from, from + limit));
  const { groups, ...rest } = page;
  return {
    ...rest,
    offset,
    values,
    count: Math.max(0, Math.min(limit, page.count - from)),
    ...(group.length > 0 && groups ? { groups } : {}),
  };
}

/** One opening of a source under a key: its question and what came of it. */
export class Opening {
  readonly key: string;
  readonly pages: readonly PageRequest[];
  readonly answer: Promise<readonly RowPage[]>;
  /** Set when the whole answer was taken: who asks for it once more wants another. */
  taken = false;
  readonly #served = new Set<string>();

  constructor(key: string, pages: readonly PageRequest[], answer: Promise<readonly RowPage[]>) {
    this.key = key;
    this.pages = pages;
    this.answer = answer;
    // Whoever waits for it is told; where nobody does, nobody misses it.
    answer.catch(() => undefined);
  }

  /** True for a request that was served before: rows of records may have changed since, so the server is asked. */
  repeats(request: PageRequest): boolean {
    const text = JSON.stringify(request);
    if (this.#served.has(text)) return true;
    this.#served.add(text);
    return false;
  }

  /** The answer to a request as far as the opening has it; null where the server has to be asked. */
  async find(request: PageRequest): Promise<RowPage | null> {
    const at = this.pages.findIndex((page) => isPartOf(page, request));
    if (at < 0) return null;
    const answers = await this.answer;
    for (const [i, page] of this.pages.entries()) {
      const answer = answers[i];
      const found = answer && isPartOf(page, request) ? cut(answer, request) : null;
      if (found) return found;
    }
    return null;
  }
}

export function mayServe(pages: readonly PageRequest[], request: PageRequest): boolean {
  return pages.some((page) => page.offset + page.limit > request.offset && isPartOf(page, request));
}
