// A screen and its parameters to elements: what the reader may see, as the page would show it.
import { aboutClosedId, aboutId, aboutTitle } from '#src/core/about.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import type { CodeRow, LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import {
  type BlockPrinter,
  heading,
  type PaperElement,
  type PaperPorts,
  type PaperRows,
  type RowsWish,
} from '#src/core/paper.ts';
import { parseParams } from '#src/core/params.ts';
import { resolveBlocks } from '#src/core/resolve/resolve-screen.ts';
import { resolveText } from '#src/core/resolve/resolve-value.ts';
import { matchRoute } from '#src/core/route.ts';
import type { RowPage } from '#src/core/rows.ts';
import { groupedSort, rowsOf } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import { districtsOf, titleScope } from '#src/core/title-scope.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { PageWish } from '../../database/json-page.ts';
import { maySee } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';
import { countedSource } from '../counted-source.ts';
import { type Ask, openSource, readerOf } from '../row-source.ts';
import { runPages } from '../run.ts';
import type { ReportServer } from '../served.ts';
import type { Turn } from './turn.ts';

/** Rows of one table; what is beyond them stands in the export. */
export const mostTableRows = { pdf: 10_000, xlsx: 50_000 } as const;

export interface PaperServer extends ReportServer {
  readonly mostRows: number;
  /** Told of the rows of every table that would be read; they are left out then. */
  readonly count?: (rows: number) => void;
  readonly turn?: Turn;
  readonly prints: ReadonlyMap<string, BlockPrinter>;
  readonly list: (name: string) => Promise<readonly CodeRow[]>;
  readonly view: PaperPorts['view'];
  /** The answer of an operation that a screen has as a source: of the part of it that the source is. */
  readonly answer: (screen: LinkedScreen, source: string, scope: Scope) => Promise<unknown>;
}

/** What the address of a page says of its tables, by `TABLE.KEY`. */
export interface TableTexts {
  readonly [name: string]: string;
}

export interface Drawn extends Ask {
  readonly scope: Scope;
  readonly tables?: TableTexts;
}

async function pageOf(
  ask: Ask,
  wish: RowsWish,
  caller: Caller,
  server: PaperServer,
  limit = wish.limit ?? server.mostRows,
): Promise<PaperRows> {
  const reader = readerOf(ask, caller, server);
  const opened = await openSource(ask, reader, server);
  const source = wish.counted ? countedSource(opened, wish.counted) : opened;
  const { sort, totals, group = [], find = '', filter = [], sample = null } = wish;
  const first = { offset: 0, limit, sort, find, filter, totals, group, sample };
  const pageAsked = async (part: PageWish): Promise<RowPage> =>
    JSON.parse((await runPages(source, [part], null, reader, server)).text);
  const page = await pageAsked(first);
  const rows = [...rowsOf(page)];
  // A page ends where its bytes do.
  for (let last = page.count; last > 0 && rows.length < Math.min(limit, sample ?? limit, page.total); ) {
    const next = await pageAsked({
      ...first,
      offset: rows.length,
      limit: limit - rows.length,
      totals: {},
      group: [],
      sort: groupedSort(group, sort),
    });
    rows.push(...rowsOf(next));
    last = next.count;
  }
  return { rows, total: page.total, totals: page.totals, limited: page.limited };
}

function operationOf(screen: LinkedScreen, source: string): boolean {
  return Object.hasOwn(screen.data, source) && screen.data[source]?.kind === 'operation';
}

/** The rows of an operation's answer: those of a list, else the one that it is. */
function rowsOfAnswer(answer: unknown): PaperRows {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const rows = list.filter(isJsonObject);
  return { rows, total: rows.length, totals: {} };
}

/** Sources whose rows expressions and texts of the screen read. */
function readWhole(screen: LinkedScreen): readonly string[] {
  const text = JSON.stringify([screen.blocks, screen.title, screen.data]);
  return Object.keys(screen.data).filter(
    (id) => text.includes(`data.${id}`) || text.includes(`["data","${id}"`),
  );
}

/** A page within a page within a page: more is a ring or a mistake. */
const deepest = 3;

/** The screen and the parameters that an address leads to, as far as the reader may see it. */
function pageAt(address: string, drawn: Drawn, caller: Caller, server: PaperServer) {
  const [path = '', search = ''] = address.split('?');
  const ready = [...server.definitions.current().screens.values()].filter((entry) => maySee(entry, caller));
  const found = matchRoute(
    ready.map(({ screen }) => screen),
    path,
  );
  if (!found) return null;
  const query: { [id: string]: string[] } = {};
  for (const [name, value] of new URLSearchParams(search)) query[name] = [...(query[name] ?? []), value];
  const scope: Scope = { ...drawn.scope, params: {}, data: {} };
  const params = parseParams(found.entry.params, found.params, query, scope, evaluateExpression);
  const tables = Object.fromEntries(Object.entries(query).map(([name, [text = '']]) => [name, text]));
  return { screen: found.entry, params, tables };
}

export interface Collected {
  readonly title: string;
  readonly elements: readonly PaperElement[];
}

async function titleOf({ title, params }: LinkedScreen, scope: Scope, server: PaperServer): Promise<string> {
  const districts = districtsOf(title, params).length > 0 ? await server.list('districts') : [];
  return resolveText(title, titleScope(title, params, scope, districts));
}

/** The screen's title, and all that its blocks come to; those without a print rule are left out. */
export async function collect(
  screen: LinkedScreen,
  drawn: Drawn,
  caller: Caller,
  server: PaperServer,
  depth = 1,
): Promise<Collected> {
  const answers = new Map<string, Promise<unknown>>();
  const data: { [source: string]: unknown } = {};
  const value: PaperPorts['value'] = async (source) => {
    if (!operationOf(screen, source)) return null;
    const answer = answers.get(source) ?? server.answer(screen, source, { ...drawn.scope, data });
    answers.set(source, answer);
    return answer;
  };
  const whole: PaperPorts['rows'] = async (source, wish) =>
    operationOf(screen, source)
      ? rowsOfAnswer(await value(source))
      : pageOf({ ...drawn, source }, wish, caller, server);
  const counted: PaperPorts['rows'] = async (source, wish) => {
    if (operationOf(screen, source)) return whole(source, wish);
    const { total } = await pageOf({ ...drawn, source }, wish, caller, server, 0);
    server.count?.(Math.min(total, server.mostRows));
    return { rows: [], total: 0, totals: {} };
  };
  const rows = server.count ? counted : whole;
  // In their order: a later source may ask by an earlier one's answer.
  for (const id of readWhole(screen))
    data[id] = operationOf(screen, id) ? await value(id) : (await whole(id, { sort: [], totals: {} })).rows;
  const scope: Scope = { ...drawn.scope, data };
  const over = (row?: Row, form?: Row): Scope => ({
    ...scope,
    ...(row ? { row } : {}),
    ...(form ? { form } : {}),
  });
  const ports: PaperPorts = {
    screen,
    scope,
    text: (text, row) => resolveText(text, over(row)),
    evaluate: (expression, row, form) => evaluateExpression(expression, over(row, form)),
    value,
    rows,
    url: (block, key) => drawn.tables?.[`${block}.${key}`],
    view: async (id) => {
      const view = await server.view(id);
      return view?.screen === screen.id ? view : null;
    },
    list: server.list,
    include: async (address) => {
      const page = depth < deepest ? pageAt(address, drawn, caller, server) : null;
      if (!page) return notThere;
      const { dataset, ...rest } = drawn;
      const inner: Drawn = {
        ...rest,
        ...(page.screen.dataset && dataset ? { dataset } : {}),
        screen: page.screen.id,
        params: page.params,
        tables: page.tables,
        scope: { ...drawn.scope, params: page.params, data: {} },
      };
      try {
        return await collect(page.screen, inner, caller, server, depth + 1);
      } catch (error) {
        // A district that is not the reader's, say: the rest of the document is.
        if (error instanceof Problem && (error.status === 404 || error.status === 403))
          return { ...notThere, title: await titleOf(page.screen, inner.scope, server) };
        throw error;
      }
    },
    print: (blocks) => printAll(blocks),
  };
  const printAll = async (blocks: readonly LinkedBlock[]): Promise<readonly PaperElement[]> => {
    const elements: PaperElement[] = [];
    for (const block of blocks) {
      if (screen.paper?.without.includes(block.id)) continue;
      await server.turn?.(0.1, 'Reading');
      const print = server.prints.get(block.type);
      if (print) elements.push(...(await print(block, ports)));
    }
    return elements;
  };
  const printed = async (blocks: readonly LinkedBlock[]) =>
    printAll(resolveBlocks(blocks, scope, evaluateExpression));
  // The answer stands on the first page; what the figures are, behind them.
  const about = await printed(aboutBlocks(screen));
  const elements = [
    ...(await printed(screen.blocks)),
    ...(about.length === 0 ? [] : [...heading(aboutTitle, 2), ...about]),
  ];
  return { title: await titleOf(screen, scope, server), elements };
}

/** What a page says of its figures in a dialog. */
function aboutBlocks({ buttons }: LinkedScreen): readonly LinkedBlock[] {
  const blocks = buttons.find(({ id }) => id === aboutId)?.on[0]?.blocks;
  // On paper nothing opens, so that it need not be said why.
  return Array.isArray(blocks)
    ? blocks.filter(isBlock).filter(({ id }) => !id.startsWith(aboutClosedId))
    : [];
}

function isBlock(value: unknown): value is LinkedBlock {
  return isJsonObject(value) && typeof value.id === 'string' && typeof value.type === 'string';
}

const notThere = {
  title: 'Not shown',
  elements: [
    { kind: 'paragraph', runs: [{ text: 'There is nothing here, or you may not see it.', bold: false }] },
  ],
} as const;

/** Refuses a screen of which nothing can stand on paper. */
export function refuseEmpty(elements: readonly PaperElement[]): void {
  if (elements.some(({ kind }) => kind !== 'heading' && kind !== 'break')) return;
  throw new Problem('refused', 'Nothing of this page can be put on paper.');
}
