import { type PageRequest, type RowPage, rowAt } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';

export const pageSize = 200;
const keptPages = 24;

export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<RowPage>;
export type RowQuery = Omit<PageRequest, 'offset' | 'limit'>;

/** Where a row lies: its page and its place within. */
export interface RowPlace {
  readonly page: RowPage;
  readonly index: number;
}

/**
 * The rows near the viewport, in pages of one query. A new query drops every page at once and ignores the answers
 * of the older one, while the row count stays until the new one is known, so that the scrollbar does not jump.
 */
export class PageWindow {
  total: number | null;
  limited = false;
  totals: RowPage['totals'] = {};
  runAt: string | null = null;
  failure: unknown = null;
  /** Grows with every change that a reader may see. */
  version = 0;
  /** True from the first answer of the present query on. */
  answered = false;

  readonly #pages = new Map<number, RowPage>();
  readonly #running = new Map<number, AbortController>();
  readonly #changed: () => void;
  #fetch: FetchPage;
  #query: RowQuery;
  #generation = 0;
  #open = false;
  #range: readonly [number, number] = [0, pageSize - 1];

  constructor(fetch: FetchPage, query: RowQuery, changed: () => void, expectedTotal: number | null = null) {
    this.#fetch = fetch;
    this.#query = query;
    this.#changed = changed;
    this.total = expectedTotal;
  }

  /** Starts with its query, and anew with another query or other rows; until then it only notes what is needed. */
  restart(fetch: FetchPage, query: RowQuery): void {
    this.#open = true;
    this.#fetch = fetch;
    this.#query = query;
    this.#generation += 1;
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#pages.clear();
    this.failure = null;
    this.answered = false;
    this.#touch();
    this.need(...this.#range);
  }

  /** Sees to it that the rows from `first` to `last` come; what is far from them is no longer waited for. */
  need(first: number, last: number): void {
    const end = this.total === null ? last : Math.min(last, Math.max(0, this.total - 1));
    this.#range = [Math.max(0, first), Math.max(0, end)];
    if (!this.#open) return;
    const from = Math.floor(this.#range[0] / pageSize);
    const to = Math.floor(this.#range[1] / pageSize);
    for (const [page, controller] of this.#running) {
      if (page >= from - 1 && page <= to + 1) continue;
      controller.abort();
      this.#running.delete(page);
    }
    if (this.failure !== null) return;
    for (let page = from; page <= to; page += 1) void this.#load(page);
    // The neighbour that the next scroll step would ask for.
    if (this.answered && this.#range[1] % pageSize > pageSize * 0.7) void this.#load(to + 1);
    if (this.answered && from > 0 && this.#range[0] % pageSize < pageSize * 0.3) void this.#load(from - 1);
  }

  retry(): void {
    this.failure = null;
    this.#touch();
    this.need(...this.#range);
  }

  /** Grows with every new query. */
  get generation(): number {
    return this.#generation;
  }

  place(row: number): RowPlace | null {
    const page = this.#pages.get(Math.floor(row / pageSize));
    if (!page) return null;
    const index = row % pageSize;
    return index < page.count ? { page, index } : null;
  }

  /** The rows that are here already, with their places. */
  *loaded(): Generator<readonly [number, RowPlace]> {
    for (const number of [...this.#pages.keys()].sort((a, b) => a - b)) {
      const page = this.#pages.get(number);
      if (!page) continue;
      for (let index = 0; index < page.count; index += 1) yield [number * pageSize + index, { page, index }];
    }
  }

  /** All rows from `first` to `last`, asked for page by page; rejects when a page fails or the query changed meanwhile. */
  async rows(first: number, last: number): Promise<readonly Row[]> {
    const generation = this.#generation;
    const rows: Row[] = [];
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const known =
        this.#pages.get(page) ?? (await this.#fetch(this.#request(page), new AbortController().signal));
      if (generation !== this.#generation) throw new Error('The rows changed meanwhile. Try again.');
      const start = Math.max(0, first - page * pageSize);
      for (let i = start; i < known.count && page * pageSize + i <= last; i += 1) rows.push(rowAt(known, i));
    }
    return rows;
  }

  close(): void {
    this.#open = false;
    this.#generation += 1;
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  #request(page: number): PageRequest {
    return { ...this.#query, offset: page * pageSize, limit: pageSize };
  }

  async #load(page: number): Promise<void> {
    if (page < 0 || this.#pages.has(page) || this.#running.has(page)) return;
    if (this.total !== null && page > 0 && page * pageSize >= this.total) return;
    const generation = this.#generation;
    const controller = new AbortController();
    this.#running.set(page, controller);
    try {
      const answer = await this.#fetch(this.#request(page), controller.signal);
      if (generation !== this.#generation || controller.signal.aborted) return;
      this.#keep(page, answer);
    } catch (failure) {
      if (generation !== this.#generation || controller.signal.aborted) return;
      this.failure = failure;
    } finally {
      if (this.#running.get(page) === controller) this.#running.delete(page);
    }
    this.#touch();
  }

  #keep(page: number, answer: RowPage): void {
    this.#pages.set(page, answer);
    this.total = answer.total;
    this.limited = answer.limited;
    this.totals = answer.totals;
    this.runAt = answer.run_at;
    this.answered = true;
    const near = Math.floor(this.#range[0] / pageSize);
    while (this.#pages.size > keptPages) {
      const far = [...this.#pages.keys()].reduce((a, b) => (Math.abs(b - near) > Math.abs(a - near) ? b : a));
      this.#pages.delete(far);
    }
  }

  #touch(): void {
    this.version += 1;
    this.#changed();
  }
}
