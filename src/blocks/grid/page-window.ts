import { type ColumnFilter, mostFilterValues } from '#src/core/filter.ts';
import {
  type GroupOfRows,
  groupedSort,
  type PageRequest,
  type RowPage,
  rowAt,
  rowsOf,
} from '#src/core/rows.ts';
import type { Row, ValueType } from '#src/core/values.ts';

export const pageSize = 200;
const keptPages = 24;
// Stands for the groups among the running requests.
const groupsPage = -10;

export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<RowPage>;
export type RowQuery = Omit<PageRequest, 'offset' | 'limit'>;

export type Range = readonly [number, number];

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
  /** Groups of the present query; null without groups, or until they are known. */
  groups: readonly GroupOfRows[] | null = null;
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
  #ranges: readonly Range[] = [[0, pageSize - 1]];

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
    this.groups = null;
    this.#touch();
    this.#resume();
  }

  get groupLevels(): number {
    return this.#query.group?.length ?? 0;
  }

  get isGrouped(): boolean {
    return this.groupLevels > 0;
  }

  /** Sees to it that the rows from `first` to `last` come; what is far from them is no longer waited for. */
  need(first: number, last: number): void {
    this.needAll([[first, last]]);
  }

  /** As `need`, for rows that lie apart. */
  needAll(ranges: readonly Range[]): void {
    const clamp = (row: number) => Math.max(0, this.total === null ? row : Math.min(row, this.total - 1));
    this.#ranges = ranges.map(([first, last]) => [clamp(first), clamp(last)]);
    // Until the groups are known, no place within them is.
    if (!this.#open || (this.isGrouped && this.groups === null)) return;
    const spans = this.#ranges.map(
      ([first, last]) => [Math.floor(first / pageSize), Math.floor(last / pageSize)] as const,
    );
    for (const [page, controller] of this.#running) {
      if (spans.some(([from, to]) => page >= from - 1 && page <= to + 1)) continue;
      controller.abort();
      this.#running.delete(page);
    }
    if (this.failure !== null) return;
    for (const [from, to] of spans) for (let page = from; page <= to; page += 1) void this.#load(page);
    const [first, last] = [this.#ranges[0]?.[0] ?? 0, this.#ranges.at(-1)?.[1] ?? 0];
    // The neighbour that the next scroll step would ask for.
    if (!this.answered || this.#ranges.length === 0) return;
    if (last % pageSize > pageSize * 0.7) void this.#load(Math.floor(last / pageSize) + 1);
    if (first >= pageSize && first % pageSize < pageSize * 0.3)
      void this.#load(Math.floor(first / pageSize) - 1);
  }

  retry(): void {
    this.failure = null;
    this.#touch();
    this.#resume();
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

  /** The columns by which the rows are grouped. */
  get groupBy(): readonly string[] {
    return this.#query.group ?? [];
  }

  /** All rows of the set where they are here; null where some are not. */
  all(): readonly Row[] | null {
    if (this.total === null || this.total > keptPages * pageSize) return null;
    const rows = [...this.loaded()].map(([, { page, index }]) => rowAt(page, index));
    return rows.length === this.total ? rows : null;
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

  /** Whether a text or filters leave rows out. */
  get narrowed(): boolean {
    return this.#query.find !== '' || (this.#query.filter ?? []).length > 0;
  }

  /** The type of a column, as the rows that are here tell it; undefined where none are. */
  typeOf(column: string): ValueType | undefined {
    const [page] = this.#pages.values();
    return page?.columns.find(({ id }) => id === column)?.type;
  }

  /** The rows that meet one filter, whatever else the present query leaves out, in its order. */
  async only(filter: ColumnFilter): Promise<readonly Row[]> {
    const { group = [], sort } = this.#query;
    const asked = { sort: groupedSort(group, sort), find: '', totals: {}, filter: [filter] };
    const rows: Row[] = [];
    for (;;) {
      const place = { offset: rows.length, limit: mostFilterValues };
      const page = await this.#fetch({ ...asked, ...place }, new AbortController().signal);
      rows.push(...rowsOf(page));
      if (page.count === 0 || rows.length >= page.total) return rows;
    }
  }

  close(): void {
    this.#open = false;
    this.#generation += 1;
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  #request(page: number): PageRequest {
    const { group = [], ...query } = this.#query;
    const place = { offset: page * pageSize, limit: pageSize };
    // The groups and totals are here already; what remains of them is the order.
    return group.length === 0
      ? { ...query, ...place }
      : { ...query, ...place, totals: {}, sort: groupedSort(group, query.sort) };
  }

  #resume(): void {
    if (this.isGrouped && this.groups === null) void this.#loadGroups();
    else this.needAll(this.#ranges);
  }

  async #loadGroups(): Promise<void> {
    if (!this.#open || this.#running.has(groupsPage)) return;
    const generation = this.#generation;
    const controller = new AbortController();
    this.#running.set(groupsPage, controller);
    try {
      const answer = await this.#fetch({ ...this.#query, offset: 0, limit: 0 }, controller.signal);
      if (generation !== this.#generation || controller.signal.aborted) return;
      this.groups = answer.groups ?? [];
      this.totals = answer.totals;
      this.#note(answer);
    } catch (failure) {
      if (generation !== this.#generation || controller.signal.aborted) return;
      this.failure = failure;
    } finally {
      if (this.#running.get(groupsPage) === controller) this.#running.delete(groupsPage);
    }
    this.#touch();
  }

  #note(answer: RowPage): void {
    this.total = answer.total;
    this.limited = answer.limited;
    this.runAt = answer.run_at;
    this.answered = true;
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
    if (!this.isGrouped) this.totals = answer.totals;
    this.#note(answer);
    const near = Math.floor((this.#ranges[0]?.[0] ?? 0) / pageSize);
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
